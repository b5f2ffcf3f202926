import { expect } from 'chai'
import { createKey, ensureKey, listKeys, makeApiKeys, type NewKey } from '#gateway/access/api-keys.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const about: NewKey = { plan: 'free', scopes: ['metadata'], label: '', limits: {}, metadataTtlSeconds: null }
const idOf = (key: string) => key.split('_')[1] ?? ''

describe('key-index', () => {
  let database: Database
  let store: ResultStore
  let scans: number
  beforeEach(() => {
    database = openDatabase(':memory:')
    const embedded = sqliteResultStore({ database })
    scans = 0
    const entries: ResultStore['entries'] = (prefix) => {
      scans++
      return embedded.entries(prefix)
    }
    store = { ...embedded, entries }
  })
  afterEach(async () => {
    await store.close()
    database.close()
  })

  /** Stores a key as versions without an index did. */
  async function oldKey(): Promise<string> {
    const other = openDatabase(':memory:')
    const elsewhere = sqliteResultStore({ database: other })
    const key = await createKey(elsewhere, about)
    await store.set(`key:${idOf(key)}`, (await elsewhere.get(`key:${idOf(key)}`)) ?? '', null)
    await elsewhere.close()
    other.close()
    return key
  }

  it('scans the store at the first start only', async () => {
    const made = await ensureKey(store, null)
    expect(made).to.match(/^pp_/)
    expect(scans).to.equal(1)
    expect([await ensureKey(store, null), await ensureKey(store, null)]).to.deep.equal([null, null])
    expect((await listKeys(store)).map(({ id }) => id)).to.deep.equal([idOf(made ?? '')])
    expect(scans).to.equal(1)
  })

  it('contains the keys of earlier versions after the first start, which creates none', async () => {
    const old = await oldKey()
    expect(await ensureKey(store, null)).to.equal(null)
    const fresh = await createKey(store, about)
    expect((await listKeys(store)).map(({ id }) => id)).to.have.members([old, fresh].map(idOf))
    expect(scans).to.equal(1)
  })

  it('contains them after the first list too, with a configured key', async () => {
    const old = await oldKey()
    const configured = `pp_abcdefgh_${'S'.repeat(32)}`
    await ensureKey(store, configured)
    expect((await listKeys(store)).map(({ id }) => id)).to.have.members([idOf(old), 'abcdefgh'])
  })

  it('contains a key that an earlier version created later, once it was used', async () => {
    await ensureKey(store, null)
    const old = await oldKey()
    expect(await makeApiKeys(store).find(old)).to.include({ id: idOf(old) })
    await eventually(async () => (await listKeys(store)).some(({ id }) => id === idOf(old)))
  })

  it('does not delay the start while it scans a large store', async () => {
    const old = await oldKey()
    const found = Promise.withResolvers<void>()
    const slow: ResultStore = {
      ...store,
      entries: async (prefix) => {
        await found.promise
        return store.entries(prefix)
      },
    }
    const clock = driveClock()
    const began = clock.now()
    expect(await clock.run(ensureKey(slow, null)).finally(clock.stop)).to.equal(null)
    expect(clock.now() - began).to.be.below(5000)
    found.resolve()
    await eventually(async () => (await store.members('key-index:ids')).includes(idOf(old)))
    expect((await listKeys(store)).map(({ id }) => id)).to.deep.equal([idOf(old)])
  })

  it('does not count a key that was never stored', async () => {
    await store.addMember('key-index:ids', 'neverMade')
    expect(await ensureKey(store, null)).to.match(/^pp_/)
    expect(await listKeys(store)).to.have.length(1)
  })
})
