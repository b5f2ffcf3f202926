import { expect } from 'chai'
import { type DelayingProxy, delayingProxy } from '#test/support/faults/delaying-proxy.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const LATER_MS = 100
const PAGES = 15

/** `npm run bench -- redis-slow` measures the throughput. */
describe('a Redis with a latency of 100 ms', function () {
  this.timeout(90_000)
  const redis = ownRedis()
  let site: TargetSite
  let proxy: DelayingProxy
  /** The last page of the batch comes when the calls are answered. */
  const held = Promise.withResolvers<void>()
  before(async () => {
    site = await openSite({
      before: (path) => (path === `/page-${PAGES - 1}` ? held.promise : Promise.resolve()),
    })
    proxy = await delayingProxy(redis.service.port, LATER_MS)
  })
  after(async () => {
    held.resolve()
    await endAllServices()
    await site.close()
    proxy.close()
  })

  it('answers calls beside a batch, and ends the batch', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${proxy.port}`, BATCH_HOST_DELAY_MS: '0' }
    const service = await startParts([], { env })
    const batches = batchClient(service.url, API_KEY)
    const { id } = await batches.submit(Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`)))
    const calls = Array.from({ length: 10 }, (_, call) => getMetadata(service.url, site.url(`/call-${call}`)))
    expect((await Promise.all(calls)).map(({ status }) => status)).to.deep.equal(calls.map(() => 200))
    expect((await batches.status(id)).state).to.equal('running')
    held.resolve()
    expect((await batches.untilEnded(id)).counts.done).to.equal(PAGES)
  })
})
