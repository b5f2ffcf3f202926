import { expect } from 'chai'
import { makeCountHistogram } from '#gateway/inspections/admission/count-histogram.ts'

describe('count-histogram', () => {
  it('knows the owners, what they have up to a limit, and the most that one has', () => {
    const histogram = makeCountHistogram([1, 1, 2, 10])
    expect(histogram.owners).to.equal(4)
    // 1 + 1 + 2 + 3.
    expect(histogram.sumUpTo(3)).to.equal(7)
    expect(histogram.sumUpTo(100)).to.equal(14)
    expect(histogram.sumUpTo(0)).to.equal(0)
    expect(histogram.most()).to.equal(10)
  })

  it('follows the counts of owners', () => {
    const histogram = makeCountHistogram([])
    expect([histogram.owners, histogram.sumUpTo(9), histogram.most()]).to.deep.equal([0, 0, 0])
    histogram.move(0, 5)
    histogram.move(0, 1)
    histogram.move(5, 4)
    expect([histogram.owners, histogram.sumUpTo(9), histogram.most()]).to.deep.equal([2, 5, 4])
    histogram.move(4, 0)
    expect([histogram.owners, histogram.sumUpTo(9), histogram.most()]).to.deep.equal([1, 1, 1])
  })
})
