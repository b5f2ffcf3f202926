import { expect } from 'chai'
import { splitResultStore } from '#shared/adapters/redis/split-result-store.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

describe('splitResultStore', () => {
  let databases: Database[]
  let state: ResultStore
  let cache: ResultStore
  let store: ResultStore
  beforeEach(() => {
    databases = [openDatabase(':memory:'), openDatabase(':memory:')]
    ;[state, cache] = databases.map((database) => sqliteResultStore({ database })) as [
      ResultStore,
      ResultStore,
    ]
    store = splitResultStore(state, cache)
  })
  afterEach(async () => {
    await store.close()
    for (const database of databases) database.close()
  })

  // What may be lost without harm: results and cached answers (infra/docs/decisions/redis-is-a-view.md).
  for (const kind of ['outcome', 'cache', 'audits']) {
    it(`keeps ${kind} in the cache only`, async () => {
      await store.set(`${kind}:1`, 'x', 60)
      expect([await cache.get(`${kind}:1`), await state.get(`${kind}:1`)]).to.deep.equal(['x', null])
      expect(await store.get(`${kind}:1`)).to.equal('x')
      expect(await store.claim(`${kind}:1`, 'y', 60)).to.equal('x')
      expect(await store.entries(`${kind}:`)).to.deep.equal([[`${kind}:1`, 'x']])
      await store.delete(`${kind}:1`)
      expect(await cache.get(`${kind}:1`)).to.equal(null)
    })
  }

  for (const kind of ['api-key', 'quota', 'inspection', 'outcomes', 'x-cache']) {
    it(`keeps ${kind} with the state only`, async () => {
      await store.set(`${kind}:1`, '1', 60)
      expect(await store.increment(`${kind}:1`, 2, 60)).to.equal(3)
      expect(await store.compareAndSet(`${kind}:1`, '3', '4', 60)).to.equal(true)
      expect([await cache.get(`${kind}:1`), await state.get(`${kind}:1`)]).to.deep.equal([null, '4'])
      expect(await store.compareAndDelete(`${kind}:1`, '4')).to.equal(true)
      await store.addMember(`${kind}:set`, 'm')
      expect([await cache.members(`${kind}:set`), await state.members(`${kind}:set`)]).to.deep.equal([
        [],
        ['m'],
      ])
    })
  }

  it('returns the values of keys of both in the order of the keys', async () => {
    await store.set('cache:a', '1', 60)
    await store.set('quota:a', '2', 60)
    const keys = ['quota:a', 'cache:none', 'cache:a', 'quota:none', 'quota:a']
    expect(await store.getMany(keys)).to.deep.equal(['2', null, '1', null, '2'])
  })

  it('keeps groups, lists, leases and permits with the state, also those of an evictable kind', async () => {
    await store.setIn('cache:g', 'n', 'v', 60)
    expect([await state.getIn('cache:g', 'n'), await cache.getIn('cache:g', 'n')]).to.deep.equal(['v', null])
    expect(await store.acquireLease('cache:l', 'a', 1000)).to.equal('mine')
    expect(await state.acquireLease('cache:l', 'b', 1000)).to.equal('held')
    await store.addRecent('cache:r', 'a', { keep: 1, ttlSeconds: 60 })
    expect(await state.recent('cache:r', null, 1)).to.have.length(1)
    expect(await cache.recent('cache:r', null, 1)).to.deep.equal([])
    const request = { limit: 1, ttlMs: 1000, ended: [] }
    await store.acquirePermit('cache:p', 'a', request)
    expect(await state.acquirePermit('cache:p', 'b', request)).to.deep.equal({ isMine: false, taken: 1 })
  })

  it('answers a ping only if both do', async () => {
    await store.ping()
    databases[1]?.close()
    expect(await store.ping().catch((error) => error.code)).to.equal('SERVICE_UNAVAILABLE')
    databases[1] = openDatabase(':memory:')
  })
})
