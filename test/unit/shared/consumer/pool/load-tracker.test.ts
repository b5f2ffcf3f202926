import { expect } from 'chai'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'

const job = (tenant: string | null, isExclusive = false) => ({ tenant, isExclusive })

describe('LoadTracker', () => {
  it('has no duration before the first job has ended, then the mean of the last 16', () => {
    const load = makeLoadTracker({ slots: 4, perOwner: 3 })
    expect(load.current().together).to.deep.equal({ slots: 4, perOwner: 3, seconds: null, waiting: {} })
    load.recordDuration('together', 1000)
    load.recordDuration('together', 2000)
    expect(load.current().together.seconds).to.equal(1.5)
    expect(load.current().alone.seconds).to.equal(null)
    for (let count = 0; count < 16; count++) load.recordDuration('together', 4000)
    expect(load.current().together.seconds).to.equal(4)
  })

  it('has one slot for exclusive jobs', () => {
    expect(makeLoadTracker({ slots: 4, perOwner: 3 }).current().alone).to.include({ slots: 1, perOwner: 1 })
  })

  it('counts jobs without a tenant under the empty name', () => {
    const load = makeLoadTracker({ slots: 1, perOwner: 1 })
    load.countJob(job(null), 1)
    expect(load.current().together.waiting).to.deep.equal({ '': 1 })
    load.countJob(job(null), -1)
    expect(load.current().together.waiting).to.deep.equal({})
  })

  it('reports the 1,000 tenants with the most jobs', () => {
    const load = makeLoadTracker({ slots: 1, perOwner: 1 })
    for (let owner = 0; owner < 1500; owner++) load.countJob(job(`small-${owner}`, true), 1)
    for (let count = 0; count < 2; count++) load.countJob(job('big', true), 1)
    const { waiting } = load.current().alone
    expect(Object.keys(waiting)).to.have.length(1000)
    expect(waiting.big).to.equal(2)
  })
})
