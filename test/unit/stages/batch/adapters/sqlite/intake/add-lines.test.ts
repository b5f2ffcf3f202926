import { expect } from 'chai'
import { insertLines, rejectLines } from '#stages/batch/adapters/sqlite/intake.ts'
import type { BatchRow } from '#stages/batch/adapters/sqlite/statements/batches.ts'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { a } from '#test/contract/frontier/batch-ids.ts'
import { batchNamed, crawlRules, numbered, page } from '#test/contract/frontier/batch-scene.ts'
import { lineGroup } from '#test/contract/frontier/submissions/line-groups.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

// What lines become: the contract of the frontier, which runs on the whole adapter.
describe('insertLines', () => {
  const store = storeOfEachTest()
  /** An open batch. Its first write is over at once. */
  async function scene(more = {}) {
    await store.frontier.create(batchNamed(a, { state: 'open', ...more }))
    const tables = openTables(store.database.db, 2)
    return { tables, row: tables.batches.get(a) as BatchRow }
  }

  it('stores at least one line of a group, whole, with the wrong ones before the next', async () => {
    const { tables, row } = await scene({ operation: 'snapshot', crawl: crawlRules })
    const urls = numbered('x.example', 2)
    const items = urls.flatMap((url, at) =>
      (['page', 'discovery'] as const).map((role) => ({
        ...page(url, { role, depth: 0 }),
        line: 2 * at + 1,
      })),
    )
    const rejected = [
      { line: 2, reason: 'no URL' },
      { line: 4, reason: 'no URL' },
    ]
    const group = { first: 1, next: 5, items, rejected }
    expect(insertLines(tables, row, group, 0, 7)).to.deep.equal({
      ...{ accepted: 1, rejected: 1, next: 3, hasMore: true, isOpen: true },
    })
    expect(row).to.include({ accepted: 1, scouts: 1, rejected: 1, next_line: 3, lines_added_at: 7 })
  })

  it('stores a group in one go when there is time', async () => {
    const { tables, row } = await scene()
    const slice = insertLines(tables, row, lineGroup(1, numbered('x.example', 500)), 60_000, 0)
    expect(slice).to.include({ accepted: 500, next: 501, hasMore: false })
  })

  it('counts all rejected lines', async () => {
    const { tables, row } = await scene()
    rejectLines(tables, row, [{ line: 0, reason: 'no sitemap' }])
    expect(row.rejected).to.equal(1)
  })
})
