import { expect } from 'chai'
import { Redis } from 'ioredis'
import { provideRedisSentinel } from '#infra/services/redis-topologies.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { redisAddress } from '#shared/config/redis-address.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { ownRedisTopology } from '#test/support/service/services.ts'

/** What a primary that is lost or hangs does to the store: test/faults/redis-failover. */
describe('redisResultStore with Redis Sentinel', () => {
  const redis = ownRedisTopology(() => provideRedisSentinel(1))
  const clients: Redis[] = []
  let store: ResultStore
  let primary: Redis
  let replica: Redis
  let sentinel: Redis

  const open = (port = 0) => {
    const client = new Redis(port).on('error', () => undefined) // A failover cuts connections.
    clients.push(client)
    return client
  }
  before(() => {
    store = redisResultStore({ url: redis.env.REDIS_URL ?? '', keyPrefix: 'p:', commandTimeoutMs: 2000 })
    ;[primary, replica] = redis.servers.map(({ port }) => open(port)) as [Redis, Redis]
    const address = redisAddress(redis.env.REDIS_URL ?? '')
    sentinel = open(address.kind === 'sentinel' ? address.nodes[0]?.port : 0)
  })
  after(async () => {
    await store.close()
    for (const client of clients) client.disconnect()
  })

  it('reads, writes and wakes through the primary, before and after a failover', async () => {
    const received: string[] = []
    let gaps = 0
    const onGap = () => void gaps++
    await store.listen('here', (message) => received.push(message), onGap)
    const isWoken = async (message: string) => {
      await store.wake('here', message)
      return received.includes(message)
    }
    await store.set('key:a', 'kept', null)
    expect(await store.increment('n:1', 5, 600)).to.equal(5)
    expect(await primary.get('p:key:a')).to.equal('kept')
    await eventually(() => isWoken('before'))
    await eventually(async () => (await replica.get('p:n:1')) === '5')

    await eventually(async () => (await sentinel.call('SENTINEL', 'FAILOVER', 'pageprobe')) === 'OK')
    const isAfter = async () => {
      await store.set('key:b', 'after', null)
      return (await replica.role())[0] === 'master' && (await replica.get('p:key:b')) === 'after'
    }
    await eventually(isAfter)
    expect(await store.get('key:a')).to.equal('kept')
    expect(await store.increment('n:1', 1, 600)).to.equal(6)
    await eventually(() => gaps > 0)
    await eventually(() => isWoken('after'))
  })
})
