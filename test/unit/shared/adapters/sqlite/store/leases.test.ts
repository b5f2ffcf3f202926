import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { entriesTable } from '#shared/adapters/sqlite/store/entries-table.ts'
import { sqliteLeases } from '#shared/adapters/sqlite/store/leases.ts'
import type { Leases } from '#shared/ports/result-store.ts'

describe('sqliteLeases', () => {
  let database: Database
  let leases: Leases
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
    database = openDatabase(':memory:')
    entriesTable(database.db)
    leases = sqliteLeases(database)
  })
  afterEach(() => {
    mock.timers.reset()
    database.close()
  })

  it('expire unless they are renewed', async () => {
    expect(await leases.acquireLease('k', 'a', 100)).to.equal('mine')
    mock.timers.tick(99)
    expect(await leases.acquireLease('k', 'b', 100)).to.equal('held')
    expect(await leases.acquireLease('k', 'a', 100)).to.equal('mine')
    mock.timers.tick(99)
    expect(await leases.acquireLease('k', 'b', 100)).to.equal('held')
    mock.timers.tick(1)
    expect(await leases.acquireLease('k', 'b', 100)).to.equal('mine')
    expect(await leases.releaseLease('k', 'a', 0)).to.equal(false)
  })

  it('cool down for at least the whole time: the current millisecond does not count', async () => {
    await leases.acquireLease('k', 'a', 1000)
    expect(await leases.releaseLease('k', 'a', 10)).to.equal(true)
    expect(await leases.acquireLease('k', 'a', 1000)).to.deep.equal({ restMs: 11 })
    mock.timers.tick(10)
    expect(await leases.acquireLease('k', 'b', 1000)).to.deep.equal({ restMs: 1 })
    mock.timers.tick(1)
    expect(await leases.acquireLease('k', 'b', 1000)).to.equal('mine')
  })

  it('are free at once without a cooldown', async () => {
    await leases.acquireLease('k', 'a', 1000)
    await leases.releaseLease('k', 'a', 0)
    expect(await leases.acquireLease('k', 'b', 1000)).to.equal('mine')
  })
})
