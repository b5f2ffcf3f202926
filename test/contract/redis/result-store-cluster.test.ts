import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { provideRedisCluster } from '#infra/services/redis-topologies.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { resultStoreContract } from '#test/contract/result-store.ts'
import { ownRedisTopology } from '#test/support/service/services.ts'

describe('redisResultStore on a Redis Cluster', () => {
  const cluster = ownRedisTopology(provideRedisCluster)
  const stores: ResultStore[] = []

  function openStore(keyPrefix = 'pageprobe:'): ResultStore {
    const store = redisResultStore({ url: cluster.env.REDIS_URL ?? '', keyPrefix, commandTimeoutMs: 20_000 })
    stores.push(store)
    return store
  }
  after(() => Promise.all(stores.map((store) => store.close())))

  resultStoreContract(
    'Redis Cluster',
    async () => {
      const keyPrefix = `contract-${randomUUID()}*[:`
      const open = () => openStore(keyPrefix)
      return { open, openElsewhere: open, close: async () => {} }
    },
    { wakesOtherProcesses: true },
  )

  it('stores keys on every node', async () => {
    const store = openStore('spread:')
    await Promise.all(Array.from({ length: 300 }, (_, index) => store.set(`a:${index}`, 'x', 60)))
    const counts = await Promise.all(
      cluster.servers.map(async ({ port }) => {
        const node = new Redis(port)
        const keys = await node.keys('spread:*')
        node.disconnect()
        return keys.length
      }),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(300)
    for (const count of counts) expect(count).to.be.above(50)
  })

  it('counts nothing twice while keys move to another node', async () => {
    const store = openStore('move:')
    const [from, to] = cluster.servers.slice(0, 2).map(({ port }) => new Redis(port))
    if (from === undefined || to === undefined) throw new Error('the cluster has three nodes')
    const [fromId, toId] = await Promise.all([from, to].map((node) => node.cluster('MYID')))
    const key = await keyOn(from)
    const slot = await from.cluster('KEYSLOT', `move:${key}`)
    expect(await store.increment(key, 1, 60)).to.equal(1)
    await to.cluster('SETSLOT', slot, 'IMPORTING', fromId as string)
    await from.cluster('SETSLOT', slot, 'MIGRATING', toId as string)
    await from.migrate('127.0.0.1', to.options.port ?? 0, `move:${key}`, 0, 1000)
    expect(await store.increment(key, 1, 60)).to.equal(2)
    await Promise.all([to, from].map((node) => node.cluster('SETSLOT', slot, 'NODE', toId as string)))
    expect(await store.increment(key, 1, 60)).to.equal(3)
    expect(await to.get(`move:${key}`)).to.equal('3')
    for (const node of [from, to]) node.disconnect()
  })

  /** A key whose slot belongs to the node. */
  async function keyOn(node: Redis): Promise<string> {
    for (let index = 0; ; index++) {
      const error = await node.get(`move:n:${index}`).catch((problem: Error) => problem)
      if (!(error instanceof Error)) return `n:${index}`
    }
  }

  it('is unavailable after it was closed', async () => {
    const store = openStore()
    await store.ping()
    await store.close()
    expect(isUnavailable(await rejectionOf(store.get('a:1')))).to.equal(true)
  })
})
