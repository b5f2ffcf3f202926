import { expect } from 'chai'
import type { HomeRow } from '#stages/batch/adapters/sqlite/shard/homes-table.ts'
import type { PartReport } from '#stages/batch/shards/commands.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

const counts = { accepted: 5, waiting: 1, running: 1, done: 2, failed: 1 }

function reportOf(shard: number, position: number, more: Partial<PartReport> = {}): PartReport {
  return { batch: 'a', shard, position, version: 1, isGone: false, counts, open: 2, lines: 3, ...more }
}

describe('homePartsTable', () => {
  const shard = shardTablesOfEachTest()
  const table = () => shard.tables.homeParts

  it('adds up what the shards of a batch have reported, and no other batch’s', () => {
    table().report(1, reportOf(0, 10))
    table().report(1, reportOf(3, 20, { counts: { ...counts, accepted: 7, done: 4 }, open: 1, lines: 8 }))
    table().report(2, reportOf(0, 10))
    table().setNumbered(1, 3, 6)
    expect({ ...table().totals(1) }).to.deep.equal({
      ...{ accepted: 12, waiting: 2, running: 2, done: 6, failed: 2 },
      ...{ open: 3, lines: 11, numbered: 6, behind: 0 },
    })
    expect(table().shards(1)).to.deep.equal([0, 3])
  })

  it('has nothing of an unknown batch', () => {
    const none = { accepted: 0, waiting: 0, running: 0, done: 0, failed: 0 }
    expect({ ...table().totals(9) }).to.deep.equal({ ...none, open: 0, lines: 0, numbered: 0, behind: 0 })
    expect(table().shards(9)).to.deep.equal([])
    expect(table().hasParts(9)).to.equal(false)
    expect(table().numbered(9, 0)).to.equal(0)
  })

  it('waits for a report from behind the last item of each shard', () => {
    table().need(1, 0, 10)
    table().need(1, 0, 8)
    table().need(1, 2, 5)
    expect(table().totals(1).behind).to.equal(2)
    table().report(1, reportOf(0, 9))
    table().report(1, reportOf(2, 5))
    expect(table().totals(1).behind).to.equal(1)
    table().report(1, reportOf(0, 10))
    expect(table().totals(1).behind).to.equal(0)
  })

  it('ignores a report that is older than the last one, and never has fewer lines', () => {
    table().report(1, reportOf(0, 10))
    table().report(1, reportOf(0, 9, { open: 7 }))
    expect(table().totals(1).open).to.equal(2)
    table().report(1, reportOf(0, 10, { open: 0, lines: 1 }))
    expect(table().totals(1)).to.include({ open: 0, lines: 3 })
  })

  it('keeps what a part had done when it is gone', () => {
    table().report(1, reportOf(0, 10))
    const none = { accepted: 0, waiting: 0, running: 0, done: 0, failed: 0 }
    table().report(1, reportOf(0, 12, { isGone: true, counts: none, open: 0, lines: 0 }))
    expect(table().totals(1)).to.include({ accepted: 5, waiting: 0, running: 0, done: 2, open: 0, lines: 3 })
    expect(table().hasParts(1)).to.equal(false)
  })

  it('counts numbered lines as lines, also before their shard reports them', () => {
    table().setNumbered(1, 2, 4)
    expect(table().numbered(1, 2)).to.equal(4)
    expect(table().totals(1)).to.include({ lines: 4, numbered: 4 })
    expect(table().hasParts(1)).to.equal(true)
  })

  it('stops all that waits or is under way', () => {
    table().report(1, reportOf(0, 10))
    table().report(2, reportOf(0, 10))
    table().stopAll(1)
    expect(table().totals(1)).to.include({ accepted: 5, waiting: 0, running: 0, done: 2, open: 0 })
    expect(table().totals(2)).to.include({ waiting: 1, open: 2 })
  })

  it('trusts reports from any position after the intakes have begun again', () => {
    table().need(1, 0, 900)
    table().report(1, reportOf(0, 950))
    table().need(1, 2, 800)
    table().forgetPositions()
    expect(table().totals(1)).to.include({ open: 2, accepted: 5 })
    table().report(1, reportOf(0, 3, { open: 0 }))
    table().report(1, reportOf(2, 1, { open: 0 }))
    expect(table().totals(1)).to.include({ open: 0, accepted: 10, behind: 0 })
  })

  describe('notices', () => {
    function tellAll(id: string, shards: readonly number[]): number {
      const { homes } = shard.tables
      homes.insert(batchNamed(id), Date.now())
      const row = homes.get(id) as HomeRow
      homes.save({ ...row, phase: 'paused', version: 2 })
      for (const of of shards) table().report(row.num, reportOf(of, 1))
      return row.num
    }
    const placesOf = (limit: number, after?: { home: number; shard: number }) =>
      table()
        .notices(limit, after)
        .map(({ batch, shard: to }) => `${batch}${to}`)

    it('name each shard that has not acknowledged the phase of its batch, in order', () => {
      const home = tellAll('a', [3, 0])
      tellAll('b', [1])
      expect(table().notices(1)).to.deep.equal([{ home, shard: 0, batch: 'a', phase: 'paused', version: 2 }])
      expect(placesOf(10)).to.deep.equal(['a0', 'a3', 'b1'])
      expect(placesOf(2)).to.deep.equal(['a0', 'a3'])
      expect(placesOf(10, { home, shard: 0 })).to.deep.equal(['a3', 'b1'])
      expect(placesOf(10, { home, shard: 3 })).to.deep.equal(['b1'])
    })

    it('name no shard that has acknowledged it or has nothing left, and no batch without a phase', () => {
      const home = tellAll('a', [0, 1, 2])
      expect(table().hasPartsBefore(home, 2)).to.equal(true)
      table().report(home, reportOf(0, 2, { version: 2 }))
      table().report(home, reportOf(1, 2, { isGone: true, version: 0 }))
      expect(placesOf(10)).to.deep.equal(['a2'])
      table().report(home, reportOf(2, 2, { version: 2 }))
      expect(placesOf(10)).to.deep.equal([])
      expect(table().hasPartsBefore(home, 2)).to.equal(false)
      shard.tables.homes.insert(batchNamed('b'), Date.now())
      table().report((shard.tables.homes.get('b') as HomeRow).num, reportOf(0, 1, { version: 0 }))
      expect(placesOf(10)).to.deep.equal([])
    })
  })
})
