import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Agent, EventSource } from 'undici'
import { eventually } from '#test/contract/eventually.ts'
import {
  BATCH,
  binaryRequest,
  outcomeRecord,
  outcomesOf,
  tally,
} from '#test/support/external/external-client.ts'
import { get } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { type EventStream, openEvents, type StreamedEvent } from '#test/support/service/event-stream.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { htmlPage, openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 5
const READERS = 20
const PAGES = 60

/** Headers of outcomes: CloudEvents 1.0 in binary mode, and the attributes of infra/docs/consumers.md#events. */
const documented = new Set(
  ['specversion', 'id', 'source', 'type', 'subject', 'time', 'partitionkey', 'operation', 'lane']
    .concat(['tenant', 'timing', 'blocked', 'dataref', 'traceparent', 'expirytime'])
    .concat(['sequence', 'requestid', 'requestsource'])
    .map((name) => `ce_${name}`)
    .concat('content-type'),
)

const subjects = (events: readonly StreamedEvent[]) => events.map(({ subject }) => subject)
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

/** `GET /events` of the running service, as external programs see it. */
onBothShared('subscription over HTTP', (open, side) => {
  let site: TargetSite
  let fixture: UsedService

  before(async () => {
    const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${at}</a>`)
    site = await openOwnSite({
      hosts: HOSTS,
      routes: { '/large': (_, response) => htmlPage(response, '/large', links.join('')) },
    })
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const headers = () => ({ 'x-api-key': fixture.key })
  const subscribe = (query: string): Promise<EventStream> =>
    openEvents(`${fixture.url}/events${query}`, headers())

  async function feed(fed: readonly string[]): Promise<void> {
    const requests = fed.map((id, at) => {
      const parameters = { url: site.url(`/${id}`, at % HOSTS), fields: 'basic' }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await fixture.external.produce(BATCH, requests)
    await eventually(() => tally(fed, fixture.external.records).once === fed.length)
  }

  it(`gives all of ${READERS} readers every event as it happens, once and in order`, async () => {
    const readers = await Promise.all(Array.from({ length: READERS }, () => subscribe('?after=end')))
    const fed = ids(PAGES)
    await feed(fed)
    const ofFed = (all: readonly string[]) => all.filter((id) => fed.some((one) => one === id))
    for (const { events } of readers) await eventually(() => ofFed(subjects(events())).length >= PAGES)
    const inLog = ofFed([...outcomesOf(fixture.external.records).keys()])
    for (const { events, leave } of readers) {
      const read = ofFed(subjects(events()))
      // Partitions have no order among each other.
      if (side === 'embedded') expect(read).to.deep.equal(inLog)
      else expect(read).to.have.members(inLog)
      leave()
    }
  })

  it('is read by an EventSource', async () => {
    const [id = ''] = ids(1)
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      return dispatch({ ...options, headers: { ...(options.headers as object), ...headers() } }, handler)
    })
    const url = `${fixture.url}/events?topics=result.*&after=end`
    const source = new EventSource(url, { node: { dispatcher } })
    const reported: MessageEvent[] = []
    source.addEventListener('result.metadata.v1', (event) => void reported.push(event as MessageEvent))
    await new Promise((open) => source.addEventListener('open', open))
    await feed([id])
    await eventually(() => reported.length === 1)
    source.close()
    await dispatcher.close()
    const event: StreamedEvent = JSON.parse(reported[0]?.data)
    expect([event.subject, event.cursor]).to.deep.equal([id, reported[0]?.lastEventId])
    expect(event).to.include({ requestid: id, requestsource: '/outside' })
    expect(event)
      .to.have.property('sequence')
      .that.matches(/^\d{16}$/)
    expect(event.data).to.have.nested.property('result.title', `Page /${id}`)
  })

  it('contains the URL of a value of over 256 KiB, also for readers without a key', async () => {
    const stream = await subscribe('?topics=result.metadata&after=end')
    const [id = ''] = ids(1)
    const parameters = { url: site.url('/large'), fields: 'links', max_links: 500 }
    await fixture.external.produce(BATCH, [binaryRequest(id, { operation: 'metadata', parameters })])
    await outcomeRecord(fixture.external, id)
    await eventually(() => stream.events().length === 1)
    stream.leave()
    const [event] = stream.events()
    expect(event?.data).to.deep.include({
      operation: 'metadata',
      url: site.url('/large'),
      dataref: event?.dataref,
    })
    expect(event?.data).not.to.have.property('result')
    const { status, json } = await get(String(event?.dataref), { key: '' })
    expect([status, json?.operation]).to.deep.equal([200, 'metadata'])
  })

  it('shows consumers nothing that is for the batch part alone, but for a place', async () => {
    const stream = await subscribe('?after=end')
    const client = batchClient(fixture.url, fixture.key)
    const batches = await Promise.all(
      ['metadata', 'seo-audit'].map((operation) =>
        client.submit([site.url('/fine'), site.url('/other'), 'http://gone.test/'], `operation=${operation}`),
      ),
    )
    await Promise.all(batches.map(({ id }) => client.untilEnded(id)))
    const isOfBatch = (subject: string) => batches.some(({ id }) => subject.startsWith(`${id}.`))
    const all = () =>
      fixture.external.records.filter(({ headers: { ce_subject } }) => isOfBatch(String(ce_subject)))
    await eventually(() => all().length === 6)
    const undocumented = all().flatMap(({ headers }) =>
      Object.keys(headers).filter((name) => !documented.has(name)),
    )
    expect(new Set(undocumented)).to.deep.equal(new Set(['pp_facts']))
    for (const { headers } of all()) expect(String(headers.pp_facts ?? '0:0')).to.match(/^\d+:\d+$/)
    await eventually(() => subjects(stream.events()).filter(isOfBatch).length === 6)
    stream.leave()
    expect(
      stream
        .events()
        .flatMap((event) => Object.keys(event))
        .filter((name) => name.includes('facts')),
    ).to.deep.equal([])
    for (const topic of ['item.facts', 'host.resting'])
      expect((await get(`${fixture.url}/events?topics=${topic}`, { key: fixture.key })).status).to.equal(400)
  })
})
