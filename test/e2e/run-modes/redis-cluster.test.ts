// own service: it runs on a Redis Cluster
import { expect } from 'chai'
import { provideRedisCluster } from '#infra/services/redis-topologies.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedisTopology } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PAGES = 30

describe('the service on a Redis Cluster', function () {
  this.timeout(90_000)
  const cluster = ownRedisTopology(provideRedisCluster)
  let site: TargetSite
  before(async () => {
    site = await openSite()
  })
  after(async () => {
    await endAllServices()
    await site.close()
  })

  it('answers a call, the same call from its cache, and runs a batch', async () => {
    const env = { REDIS_URL: cluster.env.REDIS_URL ?? '', BATCH_HOST_DELAY_MS: '0' }
    const service = await startParts([], { env })
    const first = await getMetadata(service.url, site.url('/one'))
    const again = await getMetadata(service.url, site.url('/one'))
    expect([first.status, again.status]).to.deep.equal([200, 200])
    expect(again.json).to.deep.equal(first.json)
    const batches = batchClient(service.url, API_KEY)
    const { id } = await batches.submit(Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`)))
    const { state, counts } = await batches.untilEnded(id)
    expect([state, counts.done]).to.deep.equal(['finished', PAGES])
    expect(await service.stop()).to.equal(0)
  })
})
