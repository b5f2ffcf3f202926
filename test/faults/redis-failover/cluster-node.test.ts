import { expect } from 'chai'
import { provideRedisCluster } from '#infra/services/redis-topologies.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { ownRedisTopology } from '#test/support/service/services.ts'

describe('redisResultStore on a Redis Cluster', function () {
  this.timeout(30_000)
  const cluster = ownRedisTopology(provideRedisCluster)
  let store: ResultStore
  before(() => {
    store = redisResultStore({ url: cluster.env.REDIS_URL ?? '', keyPrefix: 'p:', commandTimeoutMs: 800 })
  })
  after(() => store.close())

  it('is unavailable for the keys of a node that is down, receives wake-ups through another, and recovers with it', async () => {
    const received: string[] = []
    await store.listen(
      'here',
      (message) => received.push(message),
      () => {},
    )
    const keys = Array.from({ length: 60 }, (_, index) => `n:${index}`)
    await Promise.all(keys.map((key) => store.set(key, 'x', 60)))
    const [node] = cluster.servers
    await node?.kill()
    const errors = await Promise.all(
      keys.map((key) => store.set(key, 'y', 60).catch((error: unknown) => error)),
    )
    const failed = errors.filter((error) => error !== undefined)
    expect(failed.length).to.be.above(0)
    expect(failed.every(isUnavailable)).to.equal(true)
    await node?.start()
    await eventually(() => Promise.all(keys.map((key) => store.set(key, 'z', 60))).then(() => true), 15_000)
    await eventually(async () => {
      await store.wake('here', 'after')
      return received.includes('after')
    })
  })
})
