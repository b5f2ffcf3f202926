import { expect } from 'chai'
import { usedRanges } from '#stages/render/lab/code/coverage/script-coverage.ts'

/** A function's first range is its own, further ones are blocks in it. */
const covered = (...ranges: [start: number, end: number, count: number][]) => ({
  ranges: ranges.map(([startOffset, endOffset, count]) => ({ startOffset, endOffset, count })),
})

function used(...functions: ReturnType<typeof covered>[]): number[][] {
  return usedRanges(functions).map(({ start, end }) => [start, end])
}

describe('ranges of code that ran', () => {
  it('are all but functions that did not run', () => {
    expect(used(covered([0, 100, 1]), covered([10, 20, 0]), covered([30, 40, 1]))).to.deep.equal([
      [0, 10],
      [20, 100],
    ])
  })

  it('follow the innermost range', () => {
    // A function that did not run, with one in it that did, such as a method that is called on its own.
    expect(used(covered([0, 100, 1]), covered([10, 90, 0]), covered([40, 50, 1]))).to.deep.equal([
      [0, 10],
      [40, 50],
      [90, 100],
    ])
    expect(used(covered([0, 100, 1], [20, 60, 0], [30, 40, 2]))).to.deep.equal([
      [0, 20],
      [30, 40],
      [60, 100],
    ])
  })

  it('may begin and end together', () => {
    expect(used(covered([0, 10, 1]), covered([0, 10, 0]))).to.deep.equal([])
    expect(used(covered([0, 10, 1]), covered([0, 4, 0]), covered([4, 10, 0]))).to.deep.equal([])
  })

  it('are none without functions', () => expect(used()).to.deep.equal([]))
})
