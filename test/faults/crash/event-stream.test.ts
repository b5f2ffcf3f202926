// own service: it is killed and started again
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, tally } from '#test/support/external/external-client.ts'
import { type EventStream, openEvents } from '#test/support/service/event-stream.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 5
/** After a crash, the hosts of interrupted work are in cooldown for a while. */
const LIMIT_MS = 90_000

describe('a subscription over HTTP, and kill -9 of the service', function () {
  this.timeout(2 * LIMIT_MS)
  let site: TargetSite
  let fixture: ServiceFixture
  before(async () => {
    site = await openSite({ hosts: HOSTS })
    fixture = await openEmbeddedService()
  })
  after(async () => {
    await fixture?.close()
    await endAllServices()
    await site?.close()
  })

  const subscribe = (url: string, after: string): Promise<EventStream> =>
    openEvents(`${url}/events?after=${after}`, { 'x-api-key': fixture.key })

  async function feed(ids: readonly string[]): Promise<void> {
    const requests = ids.map((id, at) => {
      const parameters = { url: site.url(`/${id}`, at % HOSTS), fields: 'basic' }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await fixture.external.produce(BATCH, requests)
  }

  it('goes on at the position of the reader', async () => {
    const all = Array.from({ length: 120 }, () => randomUUID())
    const before = await subscribe(fixture.url, 'end')
    await feed(all.slice(0, 60))
    await eventually(() => before.events().length >= 20)
    await fixture.service.kill()
    await before.ended.catch(() => undefined)
    const seen = before.events()
    const again = await startParts([], { env: fixture.env })
    const rest = await subscribe(again.url, String(seen.at(-1)?.cursor))
    expect(rest.headers).not.to.have.property('x-events-missed')
    await feed(all.slice(60))
    await eventually(() => tally(all, fixture.external.records).once === all.length, LIMIT_MS)
    // Uncommitted work is repeated, and published with the same id.
    const inLog = fixture.external.records.map(({ headers }) => String(headers.ce_subject))
    await eventually(() => seen.length + rest.events().length === inLog.length)
    rest.leave()
    expect([...seen, ...rest.events()].map(({ subject }) => subject)).to.deep.equal(inLog)
  })
})
