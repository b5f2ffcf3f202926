import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { provideRedisSentinel } from '#infra/services/redis-topologies.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { ownRedisTopology } from '#test/support/service/services.ts'

/**
 * The timeout of the sentinels (1 s), their vote, and the 30 s that a sentinel does nothing after its machine kept it
 * waiting for 2 s (TILT mode, in the documentation of Sentinel), twice.
 */
const FAILOVER_LIMIT_MS = 70_000

describe('redisResultStore with Redis Sentinel', function () {
  this.timeout(250_000)
  const redis = ownRedisTopology(() => provideRedisSentinel(3))
  let store: ResultStore

  before(() => {
    const keyPrefix = `failover-${randomUUID()}:`
    store = redisResultStore({ url: redis.env.REDIS_URL ?? '', keyPrefix, commandTimeoutMs: 800 })
  })
  after(() => store.close())

  it('fails over to the replica after a SIGKILL of the primary, with its data, and receives wake-ups again', async () => {
    const received: string[] = []
    let gaps = 0
    await store.listen(
      'here',
      (message) => received.push(message),
      () => void gaps++,
    )
    await store.set('key:a', 'kept', null)
    await store.increment('n:1', 5, 600)
    await redis.servers[0]?.kill()
    expect(isUnavailable(await store.get('key:a').catch((error: unknown) => error))).to.equal(true)
    await eventually(() => store.increment('n:1', 1, 600).then(() => true), FAILOVER_LIMIT_MS)
    expect(await store.get('key:a')).to.equal('kept')
    expect(await store.get('n:1')).to.equal('6')
    await eventually(async () => {
      await store.wake('here', 'after')
      return received.includes('after')
    })
    expect(gaps).to.be.above(0)
  })

  it('goes on when the new primary hangs and the old one is back', async () => {
    const [old, current] = redis.servers
    await old?.start()
    await eventually(() => store.set('key:b', 'before', null).then(() => true), FAILOVER_LIMIT_MS)
    await eventually(() => isReplicated(old?.port ?? 0), FAILOVER_LIMIT_MS)
    await current?.suspend()
    try {
      await eventually(() => store.set('key:b', 'after', null).then(() => true), FAILOVER_LIMIT_MS)
      expect(await store.getMany(['key:a', 'key:b'])).to.deep.equal(['kept', 'after'])
    } finally {
      current?.resume()
    }
  })
})

/** Whether the server is a replica with all data of its primary. */
async function isReplicated(port: number): Promise<boolean> {
  const client = new Redis(port)
  const reported = await client.info('replication').finally(() => client.disconnect())
  return reported.includes('role:slave') && reported.includes('master_link_status:up')
}
