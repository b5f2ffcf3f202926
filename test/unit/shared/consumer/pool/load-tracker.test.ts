import { expect } from 'chai'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'

const job = (tenant: string | null, isExclusive = false) => ({ tenant, isExclusive })

describe('load', () => {
  it('knows no duration before the first piece of work has ended, then the mean of the last 16', () => {
    const load = makeLoadTracker({ slots: 4, perOwner: 3 })
    expect(load.current().together).to.deep.equal({ slots: 4, perOwner: 3, seconds: null, waiting: {} })
    load.recordDuration('together', 1000)
    load.recordDuration('together', 2000)
    expect(load.current().together.seconds).to.equal(1.5)
    expect(load.current().alone.seconds).to.equal(null)
    for (let count = 0; count < 16; count++) load.recordDuration('together', 4000)
    expect(load.current().together.seconds).to.equal(4)
  })

  it('has one slot for what is alone', () => {
    expect(makeLoadTracker({ slots: 4, perOwner: 3 }).current().alone).to.include({ slots: 1, perOwner: 1 })
  })

  it('counts what nobody asked for by name under none', () => {
    const load = makeLoadTracker({ slots: 1, perOwner: 1 })
    load.countJob(job(null), 1)
    expect(load.current().together.waiting).to.deep.equal({ '': 1 })
    load.countJob(job(null), -1)
    expect(load.current().together.waiting).to.deep.equal({})
  })

  it('tells of a thousand owners at most: those that have most', () => {
    const load = makeLoadTracker({ slots: 1, perOwner: 1 })
    for (let owner = 0; owner < 1500; owner++) load.countJob(job(`small-${owner}`, true), 1)
    for (let count = 0; count < 2; count++) load.countJob(job('big', true), 1)
    const { waiting } = load.current().alone
    expect(Object.keys(waiting)).to.have.length(1000)
    expect(waiting.big).to.equal(2)
  })
})
