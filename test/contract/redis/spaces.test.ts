import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { splitResultStore } from '#shared/adapters/redis/split-result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { ownRedis, type SuiteService } from '#test/support/service/services.ts'

const MIB = 1024 * 1024
const OUTCOMES = 3000
const TOGETHER = 100

describe('a Redis for state and a Redis for caches', () => {
  const state = ownRedis()
  const cache = ownRedis()
  const logged: string[] = []
  const log = { info() {}, warn: (_: object, message: string) => void logged.push(message) }
  let stores: ResultStore[]
  beforeEach(() => {
    stores = []
    logged.length = 0
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()))
    for (const redis of [state, cache])
      await configure(redis, { maxmemory: '0', 'maxmemory-policy': 'noeviction' })
  })

  const url = (redis: SuiteService) => redis.env.REDIS_URL ?? ''

  async function configure(redis: SuiteService, settings: Readonly<Record<string, string>>): Promise<void> {
    const client = new Redis(url(redis))
    for (const [name, value] of Object.entries(settings)) await client.config('SET', name, value)
    client.disconnect()
  }

  function open(redis: SuiteService, keeps: 'state' | 'cache'): ResultStore {
    const store = redisResultStore({
      url: url(redis),
      keyPrefix: 'pageprobe:',
      commandTimeoutMs: 20_000,
      keeps,
      log,
    })
    stores.push(store)
    return store
  }

  it('loses old outcomes when memory is short, and no state', async () => {
    await configure(cache, { maxmemory: String(6 * MIB), 'maxmemory-policy': 'allkeys-lru' })
    const store = splitResultStore(open(state, 'state'), open(cache, 'cache'))
    const counters = Array.from({ length: 100 }, (_, index) => `quota:${index}`)
    await Promise.all(counters.map((key) => store.increment(key, 1, 600)))
    expect(await store.acquireLease('turn:host', 'me', 600_000)).to.equal('mine')
    const outcomes = Array.from({ length: OUTCOMES }, (_, index) => `outcome:${index}`)
    for (let at = 0; at < OUTCOMES; at += TOGETHER)
      await Promise.all(
        outcomes
          .slice(at, at + TOGETHER)
          .map((key) => store.claim(key, randomBytes(4096).toString('base64'), 600)),
      )
    const mixed = await store.getMany([...counters, ...outcomes.slice(-50)])
    expect(mixed.slice(0, 100)).to.deep.equal(counters.map(() => '1'))
    // The server tells ages apart by the second: a few of the last may go.
    expect(mixed.slice(100).filter((value) => value === null).length).to.be.at.most(10)
    expect(await store.acquireLease('turn:host', 'you', 1000)).to.equal('held')
    const left = (await store.getMany(outcomes)).filter((value) => value !== null).length
    expect(left).to.be.within(500, 1600)
  })

  it('returns many keys of both in order', async () => {
    const store = splitResultStore(open(state, 'state'), open(cache, 'cache'))
    await store.set('outcome:o', 'o', 60)
    await store.set('inspection:i', 'i', 60)
    await store.set('cache:c', 'c', 60)
    const keys = ['cache:c', 'inspection:none', 'inspection:i', 'outcome:none', 'outcome:o', 'inspection:i']
    expect(await store.getMany(keys)).to.deep.equal(['c', null, 'i', null, 'o', 'i'])
  })

  it('rejects writes while the server is full, answers reads, and recovers when there is room', async () => {
    const store = open(state, 'state')
    await store.set('key:a', 'kept', null)
    await configure(state, { maxmemory: '1' })
    const writes = [
      store.set('key:b', 'x', null),
      store.claim('first-key:', 'x', 60),
      store.increment('quota:x', 1, 60),
      store.acquireLease('turn:x', 'me', 1000),
    ]
    const errors = await Promise.all(writes.map((write) => write.catch((error: unknown) => error)))
    expect(errors.map(isUnavailable)).to.deep.equal(writes.map(() => true))
    expect(await store.get('key:a')).to.equal('kept')
    await configure(state, { maxmemory: '0' })
    expect(await store.increment('quota:x', 1, 60)).to.equal(1)
  })

  it('warns of a server that may evict state, and of a cache that never evicts', async () => {
    await configure(state, { maxmemory: String(64 * MIB), 'maxmemory-policy': 'volatile-lru' })
    await configure(cache, { maxmemory: String(64 * MIB) })
    await Promise.all([open(state, 'state').ping(), open(cache, 'cache').ping()])
    await eventually(() => logged.length === 2)
    expect(logged.join())
      .to.include('maxmemory-policy noeviction')
      .and.include('maxmemory-policy allkeys-lru')
  })

  it('is silent about suitable servers', async () => {
    await configure(state, { maxmemory: String(64 * MIB) })
    await configure(cache, { maxmemory: String(64 * MIB), 'maxmemory-policy': 'allkeys-lru' })
    const suitable = [open(state, 'state'), open(cache, 'cache')]
    // The servers answer in order: the second answer comes after that to the check.
    for (const store of [...suitable, ...suitable]) await store.ping()
    expect(logged).to.deep.equal([])
  })
})
