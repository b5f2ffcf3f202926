import { expect } from 'chai'
import { OffsetRanges, OffsetSet } from '#shared/consumer/offsets/offset-ranges.ts'
import { seeded } from '../random.ts'

describe('OffsetRanges', () => {
  it('holds the added offsets in few ranges, in any order', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seeded(seed)
      const [runs, plain] = [new OffsetRanges(), new Set<number>()]
      for (let step = 0; step < 60; step++) {
        const start = random.below(80)
        const end = start + random.below(6)
        runs.add(start, end)
        for (let offset = start; offset < end; offset++) plain.add(offset)
      }
      for (let offset = 0; offset < 90; offset++)
        expect(runs.has(offset), `seed ${seed}, ${offset}`).to.equal(plain.has(offset))
      const starts = [...plain].filter((offset) => !plain.has(offset - 1))
      expect(runs.all.map(({ start }) => start)).to.deep.equal(starts.toSorted((a, b) => a - b))
    }
  })

  it('drops the offsets below, also within a range', () => {
    const runs = new OffsetRanges()
    for (const [start, end] of [
      [1, 3],
      [5, 9],
      [12, 13],
    ] as const)
      runs.add(start, end)
    runs.cut(7)
    expect(runs.all).to.deep.equal([
      { start: 7, end: 9 },
      { start: 12, end: 13 },
    ])
    runs.cut(10)
    expect(runs.first).to.deep.equal({ start: 12, end: 13 })
    runs.cut(20)
    expect(runs.first).to.equal(undefined)
  })
})

describe('OffsetSet', () => {
  it('answers the lowest offset that was added and not deleted', () => {
    const offsets = new OffsetSet()
    expect(offsets.first).to.equal(Number.POSITIVE_INFINITY)
    for (const offset of [5, 3, 9, 3, 4]) offsets.add(offset)
    expect([offsets.size, offsets.first]).to.deep.equal([4, 3])
    for (const offset of [3, 9, 7]) offsets.delete(offset)
    expect([offsets.size, offsets.first]).to.deep.equal([2, 4])
    offsets.reset([30, 20])
    expect([offsets.size, offsets.first]).to.deep.equal([2, 20])
  })
})
