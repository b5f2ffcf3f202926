import { expect } from 'chai'
import { cumulativeLayoutShift } from '#stages/render/lab/vitals/vitals.ts'

const shifts = (...all: [at: number, value: number][]) =>
  all.map(([at, value]) => ({ at, value, target: `#at-${at}` }))

describe('cumulative layout shift', () => {
  it('is 0 without shifts', () => {
    expect(cumulativeLayoutShift([])).to.deep.equal({ value: 0, largest: null })
  })

  it('adds up shifts less than a second apart, and names the largest', () => {
    const { value, largest } = cumulativeLayoutShift(shifts([0, 0.125], [999, 0.25], [1998, 0.125]))
    expect([value, largest?.target]).to.deep.equal([0.5, '#at-999'])
  })

  it('starts a new window after a gap of one second', () => {
    expect(cumulativeLayoutShift(shifts([0, 0.125], [1000, 0.25])).value).to.equal(0.25)
  })

  it('starts a new window after five seconds, however close the shifts are', () => {
    const close = shifts([0, 0.125], [900, 0.125], [1800, 0.125], [2700, 0.125], [3600, 0.125], [4500, 0.125])
    expect(cumulativeLayoutShift([...close, ...shifts([5000, 0.25])]).value).to.equal(0.75)
    expect(cumulativeLayoutShift([...close, ...shifts([4999, 0.25])]).value).to.equal(1)
  })

  it('reads each shift a few times, however many are in one window', () => {
    let reads = 0
    const many = Array.from({ length: 4000 }, (_, at) => ({
      ...{ at, target: null },
      get value() {
        reads++
        return 0.25
      },
    }))
    expect(cumulativeLayoutShift(many).value).to.equal(1000)
    expect(reads).to.be.at.most(10 * many.length)
  })

  it('is the worst window, not the last', () => {
    const { value, largest } = cumulativeLayoutShift(shifts([0, 0.5], [3000, 0.25]))
    expect([value, largest?.target]).to.deep.equal([0.5, '#at-0'])
  })
})
