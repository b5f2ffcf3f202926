import { expect } from 'chai'
import { openTables, saveBatch } from '#stages/batch/adapters/sqlite/tables.ts'
import { dropWaiting } from '#stages/batch/frontier/decisions/batch-counts.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../store-fixture.ts'

const NOW = 1_000_000

describe('openTables', () => {
  const store = storeOfEachTest()

  it('lets a URL wait in the queue of its host, unless it is told another one', () => {
    const { db } = store.database
    expect(openTables(db, 2).queueOf('http://x.example/a?b')).to.equal('x.example')
    expect(openTables(db, 2, () => 'shared').queueOf('http://x.example/')).to.equal('shared')
  })
})

describe('saveBatch', () => {
  const store = storeOfEachTest()

  function runningRow() {
    const tables = openTables(store.database.db, 2)
    tables.batches.insert(batchNamed('a'))
    const row = tables.batches.get('a')
    if (row === null) throw new Error('the batch was not inserted')
    row.state = 'running'
    return { tables, row }
  }

  for (const left of ['waiting', 'running', 'scouts_waiting', 'scouts_running', 'is_open'] as const) {
    it(`does not finish a batch with ${left}`, () => {
      const { tables, row } = runningRow()
      row[left] = 1
      expect([saveBatch(tables, row, NOW), row.state, row.finished_at]).to.deep.equal([
        false,
        'running',
        null,
      ])
    })
  }

  it('finishes a batch once that has nothing left', () => {
    const { tables, row } = runningRow()
    expect([saveBatch(tables, row, NOW), saveBatch(tables, row, NOW + 1)]).to.deep.equal([true, false])
    expect(tables.batches.get('a')).to.include({ state: 'finished', finished_at: NOW })
  })

  it('leaves a cancelled batch cancelled, and does not finish one before its start', () => {
    const { tables, row } = runningRow()
    expect(saveBatch(tables, { ...row, state: 'begun' }, NOW)).to.equal(false)
    row.waiting = 5
    row.state = 'cancelled'
    dropWaiting(row)
    expect(saveBatch(tables, row, NOW)).to.equal(true)
    expect(tables.batches.get('a')).to.include({ state: 'cancelled', waiting: 0, finished_at: NOW })
  })
})
