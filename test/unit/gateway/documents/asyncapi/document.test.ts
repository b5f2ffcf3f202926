import { DiagnosticSeverity, Parser } from '@asyncapi/parser'
import { expect } from 'chai'
import { asyncApiDocument } from '#gateway/documents/asyncapi/document.ts'
import { someTopics } from '../some-topics.ts'

const URL = 'https://probe.example'

interface HeaderSchema {
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

async function parse(document: object) {
  const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document))
  const errors = diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error)
  return { parsed, errors: errors.map(({ message }) => message) }
}
type Parsed = Awaited<ReturnType<typeof parse>>

/** By the kind of a public topic (infra/docs/scale-out.md#partitions). */
function partitionsOf(topic: string): number {
  const { batch, result, internal } = someTopics.partitions
  if (topic === 'inspection.requested.batch') return batch
  return topic === 'dead-letter' ? internal : result
}

describe('AsyncAPI document', () => {
  let { parsed, errors }: Parsed = { parsed: undefined, errors: [] }
  let prefixed: Parsed['parsed']
  before(async () => {
    ;({ parsed, errors } = await parse(asyncApiDocument(URL, someTopics)))
    prefixed = (await parse(asyncApiDocument(URL, { ...someTopics, topicPrefix: 'eu.' }))).parsed
  })

  it('is valid AsyncAPI 3.0, by the official parser', () => {
    expect(errors).to.deep.equal([])
    expect(parsed?.version()).to.equal('3.0.0')
  })

  it('is invalid with one error: the parser checks', async () => {
    const document = structuredClone(asyncApiDocument(URL, someTopics)) as { operations: object }
    document.operations = { a: { action: 'publish' } }
    expect((await parse(document)).errors).not.to.deep.equal([])
  })

  it('has the public topics, each in its direction (infra/docs/consumers.md#topics)', () => {
    const operations = parsed?.operations().all() ?? []
    const found = operations.map((one) => `${one.action()} ${one.channels().all()[0]?.address()}`)
    expect(found).to.include.members([
      'receive inspection.requested.batch',
      'send result.snapshot',
      'send result.metadata',
      'send result.performance',
      'send result.seo-audit',
      'send inspection.failed',
      'send dead-letter',
    ])
    expect(found.some((one) => /page\.|interactive/.test(one))).to.equal(false)
  })

  it('has the prefix before each topic', () => {
    for (const channel of prefixed?.channels().all() ?? []) expect(channel.address()).to.match(/^eu\.\w/)
  })

  it('has payload, key and the CloudEvents headers of the Kafka binding for each event', () => {
    const messages = parsed?.allMessages().all() ?? []
    const events = messages.filter((message) => message.name() !== 'dead-letter')
    expect(events.length).to.be.at.least(4)
    for (const message of events) {
      const headers = message.headers()?.json<HeaderSchema>()
      expect(headers?.required).to.include.members([
        'ce_specversion',
        'ce_id',
        'ce_source',
        'ce_type',
        'content-type',
      ])
      expect(headers?.properties?.ce_type).to.deep.include({ const: message.name() })
      expect(message.name()).to.match(/\.v1$/)
      expect(message.hasPayload()).to.equal(true)
      expect(message.bindings().get('kafka')?.value()).to.have.property('key')
      expect(message.externalDocs()?.url()).to.equal(`${URL}/schemas/${message.name()}.json`)
    }
  })

  it('describes the headers that are added to a dead letter', () => {
    const dead = parsed?.allMessages().filterBy((message) => message.name() === 'dead-letter')[0]
    const headers = dead?.headers()?.json<HeaderSchema>()
    expect(headers?.required).to.have.members(['pp_reason', 'pp_topic', 'pp_partition', 'pp_offset'])
  })

  it('has a recorded example of each message', () => {
    for (const message of parsed?.allMessages().all() ?? []) {
      expect(message.examples().all(), message.name()).not.to.have.length(0)
    }
  })

  it('names the header that ties an outcome to its request', () => {
    for (const message of parsed?.allMessages().all() ?? []) {
      const name = message.name() ?? ''
      if (name === 'dead-letter') continue
      const header = name.startsWith('inspection.requested') ? 'ce_id' : 'ce_subject'
      expect(message.correlationId()?.location()).to.equal(`$message.header#/${header}`)
    }
  })

  it('describes the settings of the topics', () => {
    for (const channel of prefixed?.channels().all() ?? []) {
      const kafka = channel.bindings().get('kafka')?.value()
      const isRequest = channel.address()?.includes('requested')
      const address = channel.address() ?? ''
      expect(kafka).to.deep.include({
        topic: address,
        partitions: partitionsOf(address.replace(/^eu\./, '')),
        replicas: 3,
      })
      expect(kafka?.topicConfiguration).to.deep.equal({
        'cleanup.policy': ['delete'],
        'retention.ms': (isRequest ? 2 : 3) * 86_400_000,
      })
      expect(channel.description()).to.include(isRequest ? 'Kept for 2 days;' : 'Kept for 3 days;')
    }
  })

  for (const [eventMs, words] of [
    [60_000, '1 minute'],
    [5_400_000, '1.5 hours'],
    [86_400_000, '1 day'],
    [604_800_000, '7 days'],
  ] as const) {
    it(`describes a retention of ${eventMs} ms as ${words}`, () => {
      const topics = { ...someTopics, eventMs }
      const { info, channels } = JSON.parse(JSON.stringify(asyncApiDocument(URL, topics)))
      expect(info.description).to.include(`stay for ${words} (`)
      expect(channels.inspectionFailed.description).to.include(`Kept for ${words};`)
    })
  }

  it('describes the guarantees for consumers', () => {
    const words = parsed?.info().description()
    for (const about of [
      'Order',
      'De-duplication',
      'Retention',
      'Compaction',
      'Replay',
      'Large values',
      'Versions',
    ]) {
      expect(words).to.include(`**${about}`)
    }
    expect(words).to.include('stay for 3 days').and.include(`${URL}/bodies/`).and.include('GET /events')
  })
})
