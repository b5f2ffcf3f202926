import { expect } from 'chai'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

describe('resultIndexTable', () => {
  const store = storeOfEachTest()

  it('finds the last entry at or before a line, of the batch', () => {
    const { resultIndex } = openTables(store.database.db, 2)
    for (const [line, start] of [
      [10, 100],
      [20, 200],
    ] as const)
      resultIndex.insert(1, { line, start })
    const starts = [9, 10, 19, 20, 21].map((line) => resultIndex.before(1, line).start)
    expect(starts).to.deep.equal([0, 100, 100, 200, 200])
    expect(resultIndex.before(2, 20)).to.deep.equal({ line: 1, start: 0 })
    resultIndex.cut(1, 200)
    expect(resultIndex.before(1, 20).start).to.equal(100)
    expect([resultIndex.remove(1, 5), resultIndex.before(1, 20).start]).to.deep.equal([1, 0])
  })
})

describe('unsyncedLinesTable', () => {
  const store = storeOfEachTest()

  it('forgets the lines up to a number, and no later ones', async () => {
    const { batches, unsyncedLines } = openTables(store.database.db, 2)
    for (const id of ['a', 'b']) batches.insert(batchNamed(id))
    expect(unsyncedLines.last()).to.equal(null)
    unsyncedLines.insert(1, 0, Buffer.from('one'))
    unsyncedLines.insert(1, 3, Buffer.from('two'))
    const last = unsyncedLines.last() as number
    unsyncedLines.insert(2, 0, Buffer.from('three'))
    expect(unsyncedLines.batches().toSorted()).to.deep.equal(['a', 'b'])
    unsyncedLines.remove(last)
    const kept = [...unsyncedLines.all()].map(({ id, start, lines }) => [
      id,
      start,
      String(Buffer.from(lines)),
    ])
    expect(kept).to.deep.equal([['b', 0, 'three']])
  })
})
