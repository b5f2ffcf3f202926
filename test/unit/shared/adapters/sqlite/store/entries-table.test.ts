import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type Entries, entriesTable, sweepExpired } from '#shared/adapters/sqlite/store/entries-table.ts'

describe('entriesTable', () => {
  let database: Database
  let entries: Entries
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 })
    database = openDatabase(':memory:')
    entries = entriesTable(database.db)
  })
  afterEach(() => {
    mock.timers.reset()
    database.close()
  })
  const rows = () => Number(database.db.prepare('SELECT count(*) AS n FROM store_entries').get()?.n)

  it('returns a value until the millisecond of its expiry', () => {
    entries.set('a', 'x', entries.expiry(1))
    mock.timers.tick(999)
    expect(entries.get('a')).to.equal('x')
    mock.timers.tick(1)
    expect(entries.get('a')).to.equal(null)
    expect(rows(), 'the row is still there').to.equal(1)
  })

  it('rejects a TTL that is no whole number of seconds', () => {
    expect(entries.expiry(null)).to.equal(null)
    expect(entries.expiry(2)).to.equal(1_002_000)
    for (const ttl of [0, 1.5, Number.NaN]) expect(() => entries.expiry(ttl)).to.throw(RangeError)
  })

  it('treats an expired value as absent in every statement', () => {
    for (const key of ['claim', 'set', 'delete', 'add']) entries.set(key, '7', 1_000_001)
    mock.timers.tick(1)
    expect(entries.claim('claim', 'mine', null)).to.equal('mine')
    expect(entries.compareAndSet('set', '7', '8', null)).to.equal(false)
    expect(entries.compareAndDelete('delete', '7')).to.equal(false)
    expect(entries.increment('add', 2n, 1_000_900)).to.equal(2)
    expect(entries.startingWith('')).to.deep.equal([
      ['add', '2'],
      ['claim', 'mine'],
    ])
  })

  it('keeps the expiry of the first increment', () => {
    entries.increment('n', 1n, entries.expiry(1))
    expect(entries.increment('n', 1n, entries.expiry(60))).to.equal(2)
    mock.timers.tick(1000)
    expect(entries.get('n')).to.equal(null)
  })

  it('finds exactly the keys with a prefix, in order', () => {
    for (const key of ['a%', 'a%:2', 'a%:1', 'a', 'b', 'a%\u{10ffff}']) entries.set(key, key, null)
    expect(entries.startingWith('a%:').map(([key]) => key)).to.deep.equal(['a%:1', 'a%:2'])
    expect(entries.startingWith('c')).to.deep.equal([])
  })

  describe('sweepExpired', () => {
    /** The writes of one turn are committed in the next one. */
    const turns = async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    }
    const warnings: string[] = []
    const log = { info() {}, warn: (_details: object, message: string) => void warnings.push(message) }

    it('removes expired rows in steps of 100, and no others', async () => {
      for (let number = 0; number < 250; number++) entries.set(`old:${number}`, 'x', 1_000_001)
      entries.set('new', 'x', entries.expiry(60))
      entries.set('kept', 'x', null)
      const stop = sweepExpired(database, entries)
      const left: number[] = []
      for (let step = 0; step < 3; step++) {
        mock.timers.tick(50)
        await turns()
        left.push(rows())
      }
      expect(left).to.deep.equal([152, 52, 2])
      stop()
    })

    it('looks again every 5 s, also after a failure, until it is stopped', async () => {
      const stop = sweepExpired(database, entries, log)
      mock.timers.tick(50)
      await turns()
      entries.set('a', 'x', entries.expiry(1))
      database.db.exec('ALTER TABLE store_entries RENAME TO away')
      mock.timers.tick(5000)
      await turns()
      database.db.exec('ALTER TABLE away RENAME TO store_entries')
      expect([warnings, rows()]).to.deep.equal([['Expired entries cannot be removed'], 1])
      mock.timers.tick(5000)
      await turns()
      expect(rows()).to.equal(0)
      entries.set('b', 'x', entries.expiry(1))
      stop()
      mock.timers.tick(60_000)
      await turns()
      expect(rows()).to.equal(1)
    })
  })
})
