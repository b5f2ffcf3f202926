import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { CloudEvent, Kafka as KafkaBinding } from 'cloudevents'
import {
  BATCH,
  binaryRequest,
  dataOf,
  type ExternalRecord,
  outcomeRecord,
  outcomesOf,
} from '#test/support/external/external-client.ts'
import { getMetadata, readEnded } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import type { OpenSharedService } from '#test/support/service/worker-service.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** RFC 3339, section 5.6. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** The suffix of the ids of a source (infra/docs/consumers.md#events): 8 hex digits of its SHA-256. */
const suffixOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 8)

/** A request of a feeder, in one partition so that they are read in this order. Null = it names no source. */
function fromSource(source: string | null, id: string, data: unknown) {
  const { headers = {}, ...request } = binaryRequest(id, data)
  const { ce_source: _, ...others } = headers
  return { ...request, key: 'k', headers: source === null ? others : { ...others, ce_source: source } }
}

/** Request events of external producers, and the events for consumers (infra/docs/consumers.md#events). */
export function eventRequestsContract(name: string, open: OpenSharedService): void {
  describe(`Request events: ${name}`, () => {
    let site: TargetSite
    let fixture: UsedService

    before('start the service', async function () {
      this.timeout(120_000)
      site = await openSite()
      fixture = await open()
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    const metadataOf = (path: string, more = {}) => ({
      operation: 'metadata',
      parameters: { url: site.url(path), fields: 'basic', ...more },
    })

    async function outcomeOf(request: ReturnType<typeof binaryRequest>, id: string): Promise<ExternalRecord> {
      await fixture.external.produce(BATCH, [request])
      return outcomeRecord(fixture.external, id)
    }

    it('in binary mode end in a result with the documented attributes and key', async () => {
      const id = randomUUID()
      const url = site.url('/binary').replace('127.0.0.2', 'SOME.test')
      const data = { operation: 'metadata', parameters: { url, fields: 'basic' } }
      const record = await outcomeOf(binaryRequest(id, data, { traceparent: TRACE }), id)
      const { ce_id, ce_time, ...rest } = Object.fromEntries(
        Object.entries(record.headers).map(([header, value]) => [header, String(value)]),
      )
      expect(record.topic).to.equal('result.metadata')
      expect(String(record.key)).to.equal('some.test')
      expect(ce_id).to.be.a('string').that.is.not.empty
      expect(ce_time).to.match(RFC_3339)
      expect(rest).to.include({
        ce_specversion: '1.0',
        ce_type: 'result.metadata.v1',
        ce_subject: id,
        ce_traceparent: TRACE,
        ce_requestid: id,
        ce_requestsource: '/outside',
        'content-type': 'application/json',
      })
      expect(rest.ce_source).to.be.a('string').that.is.not.empty
      expect(rest.ce_sequence).to.match(/^\d{16}$/)
    })

    it('end one after another with sequences that grow', async () => {
      const ids = Array.from({ length: 4 }, () => randomUUID())
      const sequences: string[] = []
      for (const [at, id] of ids.entries()) {
        const data = at % 2 === 0 ? metadataOf(`/ordered-${at}`) : { operation: 'nonsense' }
        sequences.push(String((await outcomeOf(binaryRequest(id, data), id)).headers.ce_sequence))
      }
      expect(sequences.toSorted()).to.deep.equal(sequences)
      expect(sequences.toSorted((one, other) => Number(one) - Number(other))).to.deep.equal(sequences)
      expect(new Set(sequences).size).to.equal(ids.length)
    })

    it('have the result of the synchronous call', async () => {
      const id = randomUUID()
      const value = dataOf(await outcomeOf(binaryRequest(id, metadataOf('/same')), id))
      const { status, json } = await getMetadata(fixture, site.url('/same'), {
        headers: { 'cache-control': 'no-cache' },
      })
      expect(status).to.equal(200)
      const { fetched_at, ...asked } = json as { fetched_at: string }
      const { fetched_at: before, ...given } = value.result as { fetched_at: string }
      expect([before, fetched_at]).to.satisfy((times: string[]) => times.every((time) => RFC_3339.test(time)))
      expect(given).to.deep.equal(asked)
      expect(value).to.include({ operation: 'metadata', url: site.url('/same') })
      expect(value.parameters).to.include({ url: site.url('/same'), fields: 'basic', device: 'desktop' })
    })

    it('are accepted in structured mode, as the CloudEvents SDK makes them, which also reads the result', async () => {
      const event = new CloudEvent({
        id: randomUUID(),
        source: '/feeder',
        type: 'inspection.requested.v1',
        data: metadataOf('/structured'),
        extra: 'unknown',
      })
      const { value, headers } = KafkaBinding.structured(event)
      const record = await outcomeOf(
        { value: String(value), headers: headers as Record<string, string> },
        event.id,
      )
      const texts = Object.entries(record.headers).map(([header, bytes]) => [header, String(bytes)])
      const read = KafkaBinding.toEvent({
        key: String(record.key),
        value: String(record.value),
        headers: Object.fromEntries(texts),
      } as never) as CloudEvent<Record<string, unknown>>
      expect(read.validate()).to.equal(true)
      expect(read).to.include({ type: 'result.metadata.v1', subject: event.id, specversion: '1.0' })
      expect(read.data).to.have.nested.property('result.title', 'Page /structured')
    })

    it('accept numbers as strings, and ignore unknown headers and fields', async () => {
      const id = randomUUID()
      const data = { ...metadataOf('/strings', { max_links: '7' }), note: 'mine', operations: [] }
      const record = await outcomeOf({ ...binaryRequest(id, data, { unheardof: 'x' }), key: 'any key' }, id)
      expect(dataOf(record).parameters).to.include({ max_links: 7 })
      expect(record.topic).to.equal('result.metadata')
    })

    it('with the same id are one inspection: the first', async () => {
      const id = randomUUID()
      const last = randomUUID()
      await fixture.external.produce(BATCH, [
        { ...binaryRequest(id, metadataOf('/first')), key: 'k' },
        { ...binaryRequest(id, metadataOf('/first')), key: 'k' },
        { ...binaryRequest(id, metadataOf('/second')), key: 'k' },
        { ...binaryRequest(id, { operation: 'nonsense' }), key: 'k' },
        { ...binaryRequest(last, metadataOf('/last')), key: 'k' },
      ])
      await outcomeRecord(fixture.external, last)
      const outcomes = outcomesOf(fixture.external.records).get(id) ?? []
      expect(outcomes).to.have.length(1)
      expect(JSON.parse(outcomes[0]?.content ?? '')).to.have.nested.property('result.title', 'Page /first')
      expect(site.hits('/second')).to.equal(0)
    })

    for (const [title, id] of Object.entries({
      'a usual id': randomUUID(),
      'an id of 1,024 bytes': `${randomUUID()}${'ü'.repeat(494)}`,
      'an id that ends like one with a suffix': `${randomUUID()}~${suffixOf('/second')}`,
    }))
      it(`of two sources, and one without, are inspections of their own with ${title}`, async () => {
        expect(Buffer.byteLength(id)).to.be.at.most(1024)
        const sources = ['/first', '/second', null] as const
        for (const [at, source] of sources.entries()) {
          const wanted = at === 0 ? id : `${id}~${suffixOf(source ?? '')}`
          const request = fromSource(source, id, metadataOf(`/source-${at}`))
          const record = await outcomeOf(request, wanted)
          expect(dataOf(record)).to.have.nested.property('result.title', `Page /source-${at}`)
          expect(String(record.headers.ce_id)).to.equal(`${wanted}:outcome`)
          expect(String(record.headers.ce_requestid)).to.equal(id)
          expect(record.headers.ce_requestsource?.toString()).to.equal(source ?? undefined)
          const { status, json } = await readEnded(fixture, wanted)
          expect([status, json?.title]).to.deep.equal([200, `Page /source-${at}`])
        }
        await fixture.external.produce(
          BATCH,
          sources.map((source) => fromSource(source, id, metadataOf('/again'))),
        )
        const last = randomUUID()
        await outcomeOf(binaryRequest(last, metadataOf('/after')), last)
        expect(site.hits('/again')).to.equal(0)
      })

    it('with a source of more than 1,024 bytes are failures', async () => {
      const id = randomUUID()
      const record = await outcomeOf(fromSource('x'.repeat(1025), id, metadataOf('/long-source')), id)
      expect(record.topic).to.equal('inspection.failed')
      expect(dataOf(record)).to.deep.include({ code: 'VALIDATION_ERROR', status: 400 })
      expect(dataOf(record)).to.have.nested.property('details[0].path[0]', 'source')
      expect(String(record.headers.ce_requestid)).to.equal(id)
      expect(record.headers).not.to.have.property('ce_requestsource')
    })
  })
}
