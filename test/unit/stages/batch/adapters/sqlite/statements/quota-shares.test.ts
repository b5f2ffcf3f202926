import { expect } from 'chai'
import { openTables, saveBatch } from '#stages/batch/adapters/sqlite/tables.ts'
import { batchNamed, crawlRules } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

const quota = { key: 'k', limit: 100 }
const createdAt = Date.parse('2026-01-02T23:59:00Z')
const crawl = { ...crawlRules, maxPages: 10 }

describe('quotaSharesTable', () => {
  const store = storeOfEachTest()

  it('returns the rest of a share once after its batch has ended, and nothing of an unknown batch', () => {
    const tables = openTables(store.database.db, 2)
    const { batches, quotaShares } = tables
    batches.insert(batchNamed('a'))
    const row = batches.get('a')
    if (row === null) throw new Error('the batch was not inserted')
    for (const num of [row.num, 77]) quotaShares.insert(num, { quota, crawl, createdAt })
    expect(quotaShares.takeUnused()).to.deep.equal([])
    saveBatch(tables, { ...row, state: 'running', accepted: 2 }, Date.now())
    expect(quotaShares.takeUnused()).to.deep.equal([{ batch: 'a', quota, items: 8, at: createdAt }])
    expect(quotaShares.takeUnused()).to.deep.equal([])
  })

  it('has no share of a batch without a quota or without a crawl', () => {
    const { quotaShares } = openTables(store.database.db, 2)
    quotaShares.insert(1, { crawl, createdAt })
    quotaShares.insert(2, { quota, crawl: null, createdAt })
    expect(store.database.db.prepare('SELECT count(*) AS n FROM shares').get()?.n).to.equal(0)
  })
})
