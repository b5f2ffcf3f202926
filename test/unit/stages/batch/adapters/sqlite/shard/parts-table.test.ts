import { expect } from 'chai'
import { type BatchRow, leftover } from '#stages/batch/adapters/sqlite/statements/batches.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

describe('partsTable', () => {
  const shard = shardTablesOfEachTest()
  const parts = () => shard.tables.parts

  function insert(id: string): BatchRow {
    const { batches } = shard.tables.items
    batches.insert(batchNamed(id))
    const row = batches.get(id) as BatchRow
    parts().insert(row.num)
    return row
  }

  it('begins a part that was told nothing and has saved no line', () => {
    const { num } = insert('a')
    expect({ ...parts().get(num) }).to.deep.equal({ version: 0, saved: 0 })
    parts().setVersion(num, 7)
    expect(parts().get(num)?.version).to.equal(7)
    parts().remove(num)
    expect(parts().get(num)).to.equal(null)
  })

  it('names the parts that have not ended and are not being removed', () => {
    const { batches } = shard.tables.items
    for (const id of ['c', 'a']) insert(id)
    batches.save({ ...insert('ended'), finished_at: 1 })
    batches.save({ ...insert('removed'), leftovers: leftover.all })
    expect(parts().unfinished()).to.deep.equal(['c', 'a'])
  })

  it('remembers removed parts, also while rows of them are left', () => {
    insert('a')
    expect(parts().wasRemoved('b')).to.equal(false)
    parts().rememberRemoved('b', 1000)
    expect(parts().wasRemoved('b')).to.equal(true)
    parts().forgetRemoved(1000)
    expect(parts().wasRemoved('b')).to.equal(true)
    parts().forgetRemoved(1001)
    expect(parts().wasRemoved('b')).to.equal(false)
    expect(parts().wasRemoved('a')).to.equal(true)
  })

  it('forgets many removed parts in several steps, the earliest first', () => {
    for (let at = 1; at <= 1001; at++) parts().rememberRemoved(`b${at}`, at)
    parts().forgetRemoved(5000)
    expect([1, 1000, 1001].map((at) => parts().wasRemoved(`b${at}`))).to.deep.equal([false, false, true])
    parts().forgetRemoved(5000)
    expect(parts().wasRemoved('b1001')).to.equal(false)
  })

  describe('result lines that are not saved', () => {
    let num: number
    /** Lines of 3 bytes: two in the first write, three in the second. */
    beforeEach(() => {
      num = insert('a').num
      const { unsyncedLines } = shard.tables.items
      unsyncedLines.insert(num, 0, Buffer.from('11\n22\n'))
      unsyncedLines.insert(num, 6, Buffer.from('33\n44\n55\n'))
      unsyncedLines.insert(insert('b').num, 0, Buffer.from('xx\n'))
    })
    const pending = (maxBytes: number) => {
      const found = parts().pending(num, maxBytes)
      return found && [found.first, found.count, found.lines.toString('utf8')]
    }

    for (const [maxBytes, expected] of [
      [1, [1, 1, '11\n']],
      [5, [1, 1, '11\n']],
      [6, [1, 2, '11\n22\n']],
      [10, [1, 3, '11\n22\n33\n']],
      [15, [1, 5, '11\n22\n33\n44\n55\n']],
      [1000, [1, 5, '11\n22\n33\n44\n55\n']],
    ] as const)
      it(`are whole ones, up to ${maxBytes} bytes`, () => expect(pending(maxBytes)).to.deep.equal(expected))

    it('begin after those that were forgotten, in any piece', () => {
      parts().forget(num, 1)
      expect(pending(1000)).to.deep.equal([2, 4, '22\n33\n44\n55\n'])
      parts().forget(num, 4)
      expect(pending(1000)).to.deep.equal([5, 1, '55\n'])
      parts().forget(num, 2)
      expect(pending(1000)).to.deep.equal([5, 1, '55\n'])
      parts().forget(num, 5)
      expect(pending(1000)).to.equal(null)
      expect(parts().get(num)?.saved).to.equal(5)
    })

    it('are named by their batches, until these are being removed', () => {
      const names = () =>
        parts()
          .unsaved()
          .map(({ batch }) => batch)
      expect(names()).to.have.members(['a', 'b'])
      expect(parts().unsaved()[0]).to.deep.equal({ batch: 'a', bytes: 15, isLast: true })
      parts().removeLines(num)
      expect(names()).to.deep.equal(['b'])
      const { batches } = shard.tables.items
      batches.save({ ...(batches.get('b') as BatchRow), leftovers: leftover.all })
      expect(parts().unsaved()).to.deep.equal([])
    })
  })
})
