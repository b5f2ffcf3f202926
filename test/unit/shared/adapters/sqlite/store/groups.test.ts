import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { entriesTable } from '#shared/adapters/sqlite/store/entries-table.ts'
import { sqliteGroups } from '#shared/adapters/sqlite/store/groups.ts'

// What all stores have in common is in test/contract/result-store.ts.
describe('groups in SQLite', () => {
  it('remember the ends of 128 members in one short row', async () => {
    const database = openDatabase(':memory:')
    const entries = entriesTable(database.db)
    const groups = sqliteGroups(database, entries)
    const members = Array.from({ length: 128 }, (_, member) => member)
    for (const member of members) await groups.claimIn('g:a', String(member), 'x', 60)
    expect(entries.startingWith('g:a')).to.have.length(128)
    await groups.endIn(
      members.map((member) => ({ group: 'g:a', member, names: [String(member)] })),
      60,
    )
    expect(entries.startingWith('g:a')).to.deep.equal([['g:a/e', 'f'.repeat(32)]])
    database.close()
  })
})
