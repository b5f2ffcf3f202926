import { createHash } from 'node:crypto'
import { expect } from 'chai'
import {
  type ApiKey,
  createKey,
  ensureKey,
  listKeys,
  makeApiKeys,
  type NewKey,
  ownerOf,
  readKey,
  revokeKey,
} from '#gateway/access/api-keys.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { type DrivenStore, storeOfEachTest } from '../support/store-of-each-test.ts'

const FORM = /^pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/
const about: NewKey = {
  plan: 'free',
  scopes: ['metadata'],
  label: 'mine',
  limits: { metadata: 5 },
  metadataTtlSeconds: 60,
}
const configured = `pp_abcdefgh_${'S'.repeat(32)}`
const idOf = (key: string) => key.split('_')[1] ?? ''

describe('api-keys', () => {
  let store: DrivenStore['store']
  let clock: DrivenStore['clock']
  storeOfEachTest((made) => {
    ;({ store, clock } = made)
  })

  it('creates different keys in the form of the contract', async () => {
    const keys = await Promise.all(Array.from({ length: 50 }, () => createKey(store, about)))
    for (const key of keys) expect(key).to.match(FORM)
    expect(new Set(keys.map(idOf)).size).to.equal(50)
    expect(new Set(keys.map((key) => key.slice(12))).size).to.equal(50)
  })

  it('stores only the SHA-256 of the secret', async () => {
    const key = await createKey(store, about)
    const secret = key.slice('pp_12345678_'.length)
    const stored = (await store.entries('')).map(([name, value]) => name + value).join()
    expect(stored).not.to.include(secret)
    expect(stored).to.include(createHash('sha256').update(secret).digest('hex'))
    expect(await readKey(store, idOf(key))).to.deep.include({ ...about, id: idOf(key), isRevoked: false })
  })

  it('lists keys in the order of their creation', async () => {
    const first = await createKey(store, about)
    await clock.pass(5)
    const second = await createKey(store, { ...about, label: 'second' })
    expect((await listKeys(store)).map(({ id }) => id)).to.deep.equal([first, second].map(idOf))
  })

  it('finds a key that is presented in full', async () => {
    const key = await createKey(store, about)
    expect(await makeApiKeys(store).find(key)).to.deep.include({ id: idOf(key), scopes: ['metadata'] })
  })

  it('finds no key for anything else', async () => {
    const key = await createKey(store, about)
    const apiKeys = makeApiKeys(store)
    const last = key.at(-1) === 'x' ? 'y' : 'x'
    const wrong = [
      undefined,
      '',
      'x',
      key.slice(0, -1),
      key.slice(0, -1) + last,
      `${key} `,
      ` ${key}`,
      key.toUpperCase(),
    ]
    for (const presented of [...wrong, configured, `${key}, ${key}`, `pp_${idOf(key)}_`]) {
      expect(await apiKeys.find(presented), String(presented)).to.equal(null)
    }
  })

  it('rejects a wrong secret after the right one was presented', async () => {
    const key = await createKey(store, about)
    const apiKeys = makeApiKeys(store)
    for (const presented of [key, key])
      expect(await apiKeys.find(presented)).to.deep.include({ id: idOf(key) })
    const last = key.at(-1) === 'x' ? 'y' : 'x'
    expect(await apiKeys.find(key.slice(0, -1) + last)).to.equal(null)
    expect(await apiKeys.find(key)).to.deep.include({ id: idOf(key) })
  })

  it('rejects a revoked key within 10 s, wherever it was used before', async () => {
    const key = await createKey(store, about)
    const apiKeys = makeApiKeys(store)
    await apiKeys.find(key)
    expect(await revokeKey(store, idOf(key))).to.equal(true)
    expect(await makeApiKeys(store).find(key)).to.equal(null)
    await clock.pass(10_000)
    expect(await apiKeys.find(key)).to.equal(null)
    expect(await readKey(store, idOf(key))).to.deep.include({ isRevoked: true, label: 'mine' })
  })

  it('accepts two keys at a time, so that one can replace the other', async () => {
    const [old, young] = [await createKey(store, about), await createKey(store, about)]
    const apiKeys = makeApiKeys(store)
    expect(await apiKeys.find(old)).to.deep.include({ id: idOf(old) })
    expect(await apiKeys.find(young)).to.deep.include({ id: idOf(young) })
    await revokeKey(store, idOf(old))
    await clock.pass(10_000)
    expect(await apiKeys.find(old)).to.equal(null)
    expect(await apiKeys.find(young)).to.deep.include({ id: idOf(young) })
  })

  it('rejects a key at once where it was revoked, also when it was being read', async () => {
    const key = await createKey(store, about)
    const apiKeys = makeApiKeys(store)
    await apiKeys.find(key)
    expect(await apiKeys.revoke(idOf(key))).to.equal(true)
    expect(await apiKeys.find(key)).to.equal(null)
    expect(await apiKeys.revoke('abcdefgh')).to.equal(false)

    const other = await createKey(store, about)
    const [isRead, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = makeApiKeys({
      ...store,
      async get(name) {
        const text = await store.get(name)
        isRead.resolve()
        await mayAnswer.promise
        return text
      },
    })
    const found = slow.find(other)
    await isRead.promise
    await revokeKey(store, idOf(other))
    const revoked = slow.revoke(idOf(other))
    mayAnswer.resolve()
    await Promise.all([found, revoked])
    expect(await slow.find(other)).to.equal(null)
  })

  it('cannot revoke an unknown key', async () => {
    expect(await revokeKey(store, 'abcdefgh')).to.equal(false)
  })

  it('does not read the store for every call', async () => {
    const key = await createKey(store, about)
    let reads = 0
    const counting = { ...store, get: (name: string) => store.get(name).finally(() => (reads += 1)) }
    const apiKeys = makeApiKeys(counting)
    for (let count = 0; count < 100; count++) await apiKeys.find(key)
    expect(reads).to.equal(1)
  })

  it('reads nothing for text that cannot be a key', async () => {
    const apiKeys = makeApiKeys({ ...store, get: () => Promise.reject(new Error('was asked')) })
    expect(await apiKeys.find('no key')).to.equal(null)
  })

  it('reports an unavailable store, not an invalid key', async () => {
    const apiKeys = makeApiKeys({ ...store, get: () => Promise.reject(new Error('away')) })
    expect(await apiKeys.find(configured).catch(({ message }) => message)).to.equal('away')
  })

  it('stores the configured key again when the store has lost it, and no other', async () => {
    const other = await createKey(store, about)
    await ensureKey(store, configured)
    const empty = openDatabase(':memory:')
    const emptied = sqliteResultStore({ database: empty })
    expect(await makeApiKeys(emptied, configured).find(other)).to.equal(null)
    expect(await makeApiKeys(emptied, configured).find(configured)).to.deep.include({ plan: 'enterprise' })
    expect((await listKeys(emptied)).map(({ id }) => id)).to.deep.equal([idOf(configured)])
    await emptied.close()
    empty.close()
  })

  describe('at the start', () => {
    it('creates a key in an empty store: enterprise, all scopes', async () => {
      const key = await ensureKey(store, null)
      expect(key).to.match(FORM)
      const found = await makeApiKeys(store).find(key ?? '')
      expect(found?.plan).to.equal('enterprise')
      const all = ['snapshot', 'metadata', 'performance', 'seo-audit', 'batch', 'admin']
      expect(found?.scopes).to.have.members(all)
    })

    it('creates one key when several gateways start on an empty store', async () => {
      const made = await Promise.all(Array.from({ length: 5 }, () => ensureKey(store, null)))
      expect(made.filter((key) => key !== null)).to.have.length(1)
      expect(await listKeys(store)).to.have.length(1)
    })

    it('creates none when one exists', async () => {
      await createKey(store, about)
      expect(await ensureKey(store, null)).to.equal(null)
      expect(await listKeys(store)).to.have.length(1)
    })

    it('stores the configured key and does not report it', async () => {
      expect(await ensureKey(store, configured)).to.equal(null)
      expect(await makeApiKeys(store).find(configured)).to.deep.include({ plan: 'enterprise' })
    })

    it('gives another configured key the owner of the one before', async () => {
      const first = await ensureKey(store, null)
      await ensureKey(store, configured)
      const apiKeys = makeApiKeys(store)
      const owners = await Promise.all(
        [first ?? '', configured].map(async (one) => ownerOf((await apiKeys.find(one)) as ApiKey)),
      )
      expect(owners[1]).to.equal(owners[0])
      const other = await apiKeys.find(await createKey(store, about))
      expect(ownerOf(other as ApiKey)).to.equal(other?.id)
    })

    it('keeps the configured key and the others as they are', async () => {
      const other = await createKey(store, about)
      await ensureKey(store, configured)
      const before = await listKeys(store)
      await ensureKey(store, configured)
      expect(await listKeys(store)).to.deep.equal(before)
      expect(await makeApiKeys(store).find(other)).to.deep.include(about)
    })
  })
})
