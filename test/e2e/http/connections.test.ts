// own service: it has few connections
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { get } from '#test/support/service/api-client.ts'
import { type EventStream, openEvents } from '#test/support/service/event-stream.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'

const MAX_CONNECTIONS = 120
/** One key has at most half of all connections (infra/docs/clients.md#connections). */
const OF_ONE_KEY = 60

describe('connections', function () {
  this.timeout(120_000)
  let fixture: ServiceFixture
  const opened: { destroy(): void }[] = []

  before(async () => {
    fixture = await openEmbeddedService({ HTTP_MAX_CONNECTIONS: String(MAX_CONNECTIONS) })
  })
  after(() => fixture?.close())
  afterEach(() => {
    for (const one of opened.splice(0)) one.destroy()
  })

  async function stream(key: string): Promise<EventStream> {
    const one = await openEvents(`${fixture.url}/events`, { 'X-API-Key': key, Accept: 'text/event-stream' })
    opened.push({ destroy: one.leave })
    return one
  }

  async function silent(localAddress: string): Promise<Socket> {
    const { hostname, port } = new URL(fixture.url)
    const socket = connect({ host: hostname, port: Number(port), localAddress }).on('error', () => undefined)
    opened.push(socket)
    await once(socket, 'connect')
    return socket
  }

  it('one key has half of them, as streams: the next is told so, others and /healthz are served', async () => {
    const [greedy, other] = await Promise.all([fixture.makeKey(), fixture.makeKey()])
    for (let at = 0; at < OF_ONE_KEY; at++) expect((await stream(greedy)).status).to.equal(200)
    const refused = await get(`${fixture.url}/usage`, { key: greedy, headers: { connection: 'close' } })
    expect(refused.status, refused.text).to.equal(429)
    expect(refused.json?.error).to.include({ code: 'RATE_LIMIT_EXCEEDED' })
    expect(Number(refused.headers.get('retry-after'))).to.be.at.least(1)
    for (let at = 0; at < OF_ONE_KEY; at++) await stream(greedy)
    expect((await stream(other)).status).to.equal(200)
    expect((await get(`${fixture.url}/healthz`)).status).to.equal(200)
  })

  it('two addresses without a key take none from a third one, nor from a key', async () => {
    for (const address of ['127.0.0.3', '127.0.0.4']) {
      for (let at = 0; at < MAX_CONNECTIONS; at++) await silent(address)
    }
    expect((await get(`${fixture.url}/healthz`)).status).to.equal(200)
    expect((await stream(fixture.key)).status).to.equal(200)
  })
})
