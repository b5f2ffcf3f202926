import { expect } from 'chai'
import { orderOf, type SortKey } from '#stages/batch/site/report/chosen-pages.ts'

const sorted = (keys: readonly SortKey[], isDescending = false) => keys.toSorted(orderOf({ isDescending }))

describe('order of a column', () => {
  it('is that of numbers and texts, with null last in either direction', () => {
    expect(sorted([10, null, 9, 100])).to.deep.equal([9, 10, 100, null])
    expect(sorted([10, null, 9, 100], true)).to.deep.equal([100, 10, 9, null])
    expect(sorted(['b', 'B', '', null, 'a'])).to.deep.equal(['', 'B', 'a', 'b', null])
    expect(sorted([true, null, false], true)).to.deep.equal([true, false, null])
  })

  it('leaves what is equal as it is', () => {
    const order = orderOf({ isDescending: true })
    expect([order(1, 1), order(null, null), order('a', 'a')]).to.deep.equal([0, 0, 0])
  })
})
