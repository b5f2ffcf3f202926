import { expect } from 'chai'
import { ANSWER_MS, makeTimeFor } from '#stages/render/lab/after-load/time-limits.ts'

describe('time for the parts after the load', () => {
  it('is the limit of the part while there is time enough', () => {
    const timeFor = makeTimeFor(performance.now() + 60_000)
    expect(timeFor('page')).to.equal(ANSWER_MS)
    expect(timeFor('repeatView')).to.equal(5000)
  })

  it('is what is left of the measurement, less a second for its end, and never negative', () => {
    expect(makeTimeFor(performance.now() + 3000)('repeatView')).to.be.within(1900, 2000)
    expect(makeTimeFor(performance.now() + 900)('repeatView')).to.equal(0)
  })
})
