import { expect } from 'chai'
import { ANSWER_MS, makeTimeFor } from '#stages/render/lab/after-load/time-limits.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

describe('time for the parts after the load', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  it('is the limit of the part while there is time enough', () => {
    const timeFor = makeTimeFor(clock.now() + 60_000)
    expect(timeFor('page')).to.equal(ANSWER_MS)
    expect(timeFor('repeatView')).to.equal(5000)
  })

  it('is what is left of the measurement, less a second for its end, and never negative', async () => {
    const timeFor = makeTimeFor(clock.now() + 3500)
    await clock.pass(500)
    expect(timeFor('repeatView')).to.equal(2000)
    await clock.pass(2100)
    expect(timeFor('repeatView')).to.equal(0)
  })
})
