// own service: requests and answers to batch requests have a time limit of seconds, and the service is stopped
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, outcomeRecord, tally } from '#test/support/external/external-client.ts'
import { getPath } from '#test/support/service/api-client.ts'
import { type BatchAnswer, batchClient } from '#test/support/service/batch-client.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { openEvents } from '#test/support/service/event-stream.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const SHORT = 2000
const bounds = { HEADERS_MS: SHORT, REQUEST_MS: SHORT, KEEP_ALIVE_MS: SHORT }

describe('what a short time limit of requests does not end', function () {
  this.timeout(120_000)
  let site: TargetSite
  let fixture: ServiceFixture
  before(async () => {
    site = await openSite()
    const command = withConstants({ 'gateway/server/guarded-server.ts': bounds })
    fixture = await openEmbeddedService({ BATCH_RESULT_TTL_SECONDS: '1' }, { command })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const request = (id: string, path: string, attributes = {}) => {
    const parameters = { url: site.url(path), fields: 'basic' }
    return binaryRequest(id, { operation: 'metadata', parameters }, attributes)
  }
  const feed = (...requests: ReturnType<typeof request>[]) => fixture.external.produce(BATCH, requests)
  const subscribe = () =>
    openEvents(`${fixture.url}/events?after=end`, { 'x-api-key': fixture.key, 'accept-encoding': 'gzip' })

  /** Begins a request and resolves when the service ends it, because it is not complete in time. */
  async function outlastLimit(): Promise<void> {
    const { hostname, port } = new URL(fixture.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).resume()
    socket.write('GET /healthz HTTP/1.1\r\n')
    await once(socket, 'close')
  }

  it('a stream stays open longer than a request may take', async () => {
    const stream = await subscribe()
    for (let times = 0; times < 2; times++) await outlastLimit()
    const id = randomUUID()
    await feed(request(id, '/streamed'))
    await eventually(() => stream.events().some(({ subject }) => subject === id))
    stream.leave()
  })

  it('a batch may take longer to submit than a request', async () => {
    const urls = Array.from({ length: 4 }, (_, at) => site.url(`/slowly-${at}`))
    /** Blank lines come all the time: a client that sends nothing is cut off. */
    async function* slowly() {
      let isOver = false
      const outlasted = outlastLimit().then(() => {
        isOver = true
      })
      for (const url of urls.slice(1)) yield Buffer.from(`${url}\n`)
      while (!isOver) {
        yield Buffer.from('\n')
        await Promise.race([outlasted, sleep(20)])
      }
      yield Buffer.from(`${urls[0]}\n`)
    }
    const answer = await fetch(`${fixture.url}/batches?fields=basic`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'x-api-key': fixture.key },
      body: Readable.toWeb(Readable.from(slowly())) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    const { id, counts } = (await answer.json()) as BatchAnswer
    expect([answer.status, counts.accepted]).to.deep.equal([202, urls.length])
    await batchClient(fixture.url, fixture.key).untilEnded(id)
  })

  it('a request whose answer has expired stays one inspection, also where the repeat has expired too', async () => {
    const [id, last] = [randomUUID(), randomUUID()]
    await feed(request(id, '/kept'))
    await outcomeRecord(fixture.external, id)
    await eventually(async () => (await getPath(fixture, `/inspections/${id}`)).status === 404)
    await feed(
      request(id, '/again', { expirytime: '2020-01-01T00:00:00Z' }),
      request(id, '/again'),
      request(last, '/after-again'),
    )
    await outcomeRecord(fixture.external, last)
    expect(tally([id, last], fixture.external.records)).to.deep.equal({ once: 2, lost: [], several: [] })
    expect(site.hits('/again')).to.equal(0)
  })

  // The service ends with 1 when something delays it for longer than it may take.
  it('a stream does not delay the shutdown of the service', async () => {
    const { ended } = await subscribe()
    expect(await fixture.service.stop()).to.equal(0)
    await ended
  })
})
