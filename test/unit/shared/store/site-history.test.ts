import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { addCrawl, listSites } from '#shared/store/site-history.ts'

const crawl = {
  ...{ batch: 'b', operation: 'metadata', finishedAt: new Date().toISOString(), score: null },
  ...{ pages: 1, notIndexable: 0, errors: 0, newIssues: null, fixedIssues: null },
}

/** On all stores: test/contract/site-history.ts. */
describe('the history of sites in a store', () => {
  it('has neither owners nor hosts in its keys, and leaves out what the store has dropped', async () => {
    const store = sqliteResultStore({ database: openDatabase(':memory:') })
    const keys: string[] = []
    const set: typeof store.set = (key, ...rest) => {
      keys.push(key)
      return store.set(key, ...rest)
    }
    const owner = 'some: owner*'
    for (const host of ['a.example', 'b.example'])
      await addCrawl({ ...store, set }, { owner, host, crawl }, 3600)
    // Digests: SHA-256 in hexadecimal.
    for (const key of keys) expect(key).to.match(/^site-history:[0-9a-f]{64}(:[0-9a-f]{64})?$/)
    expect(new Set(keys).size).to.equal(3)
    await store.delete(keys[0] as string)
    const { sites } = await listSites(store, owner, { limit: 10, cursor: null })
    expect(sites).to.deep.equal([{ host: 'b.example', crawls: [crawl] }])
    await store.close()
  })
})
