import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Agent, EventSource } from 'undici'
import { freshFolder } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  outcomeRecord,
  tally,
} from '#test/support/external/external-client.ts'
import { externalSqlite } from '#test/support/external/external-sqlite.ts'
import { get } from '#test/support/service/api-client.ts'
import { type EventStream, openEvents, type StreamedEvent } from '#test/support/service/event-stream.ts'
import {
  API_KEY,
  endAllServices,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { htmlPage, openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const KEY = { 'x-api-key': API_KEY }
const READERS = 20
const PAGES = 150
/** Time limit of a request. */
const SHORT_MS = 1000

/** `GET /events` of the running service, as external programs see it. */
describe('Subscription over HTTP', function () {
  this.timeout(90_000)
  let site: TargetSite
  let folder: string
  let service: ServiceProcess
  let external: ExternalClient

  before('start the service', async () => {
    const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${at}</a>`)
    site = await openSite({
      hosts: 5,
      routes: { '/large': (_, response) => htmlPage(response, '/large', links.join('')) },
    })
    folder = await freshFolder('events')
    service = await start()
    external = await externalSqlite(folder)
  })
  after('stop the service', async () => {
    await external?.close()
    await endAllServices()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const start = () => {
    const short = { HTTP_HEADERS_TIMEOUT_MS: String(SHORT_MS), HTTP_REQUEST_TIMEOUT_MS: String(SHORT_MS) }
    const env = { DATA_DIR: folder, BATCH_HOST_DELAY_MS: '0', HTTP_KEEP_ALIVE_MS: String(SHORT_MS), ...short }
    return startParts([], { env })
  }

  const subscribe = (query = '', headers = {}): Promise<EventStream> =>
    openEvents(`${service.url}/events${query}`, { ...KEY, ...headers })

  async function feed(ids: readonly string[], more = {}): Promise<void> {
    const requests = ids.map((id, at) => {
      const parameters = { url: site.url(`/${id}`, at % 5), fields: 'basic', ...more }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await external.produce(BATCH, requests)
  }

  /** After a crash, the hosts of interrupted work are in cooldown for a while. */
  async function untilEnded(all: readonly string[]): Promise<void> {
    while (tally(all, external.records).once < all.length) await sleep(100)
  }

  const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
  const subjects = (events: readonly StreamedEvent[]) => events.map(({ subject }) => subject)

  it(`gives all of ${READERS} readers every event as it happens, once and in order`, async () => {
    const readers = await Promise.all(Array.from({ length: READERS }, () => subscribe('?after=end')))
    const fed = ids(PAGES)
    await feed(fed)
    await eventually(() => tally(fed, external.records).once === PAGES)
    for (const { events } of readers) await eventually(() => events().length === PAGES)
    const inLog = external.records.map(({ headers }) => String(headers.ce_subject))
    for (const { events, leave } of readers) {
      expect(subjects(events())).to.deep.equal(inLog.slice(-PAGES))
      leave()
    }
  })

  it('resumes after a crash of the service at the position of the reader', async () => {
    const all = ids(120)
    const known = external.records.length
    const before = await subscribe('?after=end')
    await feed(all.slice(0, 60))
    await eventually(() => before.events().length >= 20)
    await service.kill()
    await before.ended.catch(() => undefined)
    const seen = before.events()
    service = await start()
    const rest = await subscribe(`?after=${seen.at(-1)?.cursor}`)
    expect(rest.headers).not.to.have.property('x-events-missed')
    await feed(all.slice(60))
    await untilEnded(all)
    // Uncommitted work is repeated, and published with the same id.
    const inLog = external.records.slice(known).map(({ headers }) => String(headers.ce_subject))
    await eventually(() => seen.length + rest.events().length === inLog.length)
    rest.leave()
    expect(subjects([...seen, ...rest.events()])).to.deep.equal(inLog)
  })

  it('is read by an EventSource', async () => {
    const [id = ''] = ids(1)
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      return dispatch({ ...options, headers: { ...(options.headers as object), ...KEY } }, handler)
    })
    const url = `${service.url}/events?topics=result.*&after=end`
    const source = new EventSource(url, { node: { dispatcher } })
    const reported: MessageEvent[] = []
    source.addEventListener('result.metadata.v1', (event) => void reported.push(event as MessageEvent))
    await new Promise((open) => source.addEventListener('open', open))
    await feed([id])
    await outcomeRecord(external, id)
    await eventually(() => reported.length === 1)
    source.close()
    await dispatcher.close()
    const event: StreamedEvent = JSON.parse(reported[0]?.data)
    expect([event.subject, event.cursor]).to.deep.equal([id, reported[0]?.lastEventId])
    expect(event.data).to.have.nested.property('result.title', `Page /${id}`)
  })

  it('stays open longer than the time limit of a request', async () => {
    const stream = await subscribe('?after=end', { 'accept-encoding': 'gzip' })
    await sleep(4 * SHORT_MS)
    const [id = ''] = ids(1)
    await feed([id])
    await outcomeRecord(external, id)
    await eventually(() => subjects(stream.events()).includes(id))
    stream.leave()
  })

  it('contains the URL of a value of over 256 KiB, also for readers without a key', async () => {
    const stream = await subscribe('?topics=result.metadata&after=end')
    const parameters = { url: site.url('/large'), fields: 'links', max_links: 500 }
    await external.produce(BATCH, [binaryRequest(randomUUID(), { operation: 'metadata', parameters })])
    await eventually(() => stream.events().length === 1)
    stream.leave()
    const [event] = stream.events()
    expect(event).not.to.have.property('data')
    const { status, json } = await get(String(event?.dataref), { headers: { 'x-api-key': '' } })
    expect([status, json?.operation]).to.deep.equal([200, 'metadata'])
  })

  it('does not delay the shutdown of the service', async () => {
    const { ended } = await subscribe()
    const began = performance.now()
    expect(await service.stop()).to.equal(0)
    await ended
    expect(performance.now() - began).to.be.below(15_000)
  })
})
