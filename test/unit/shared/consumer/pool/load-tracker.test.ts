import { expect } from 'chai'
import { makeLoadTracker, ownerName } from '#shared/consumer/pool/load-tracker.ts'

const job = (tenant: string | null, isExclusive = false) => ({ tenant, isExclusive })

describe('LoadTracker', () => {
  it('has no duration before the first job has ended, then the mean of the last 16', () => {
    const load = makeLoadTracker({ slots: 4, perOwner: 3 })
    const idle = { slots: 4, perOwner: 3, seconds: null, owners: 0, jobs: 0, waiting: {} }
    expect(load.report(true).together).to.deep.equal(idle)
    load.recordDuration('together', 1000)
    load.recordDuration('together', 2000)
    expect(load.report(true).together.seconds).to.equal(1.5)
    expect(load.report(true).alone.seconds).to.equal(null)
    for (let count = 0; count < 16; count++) load.recordDuration('together', 4000)
    expect(load.report(true).together.seconds).to.equal(4)
  })

  it('has one slot for exclusive jobs', () => {
    expect(makeLoadTracker({ slots: 4, perOwner: 3 }).report(true).alone).to.include({
      slots: 1,
      perOwner: 1,
    })
  })

  it('has no slots in a process that is given no jobs, and counts those that it still has', () => {
    const load = makeLoadTracker({ slots: 4, perOwner: 3 })
    load.countJob(job('a'), 1)
    const { together, alone } = load.report(false)
    expect(together).to.include({ slots: 0, perOwner: 0, jobs: 1 })
    expect(alone).to.include({ slots: 0, perOwner: 0 })
  })

  it('counts jobs without a tenant under the empty name, until a report said that there are none', () => {
    const load = makeLoadTracker({ slots: 1, perOwner: 1 })
    load.countJob(job(null), 1)
    expect(load.report(true).together.waiting).to.deep.equal({ '': 1 })
    load.countJob(job(null), -1)
    expect(load.report(true).together.waiting).to.deep.equal({ '': 0 })
    expect(load.report(true).together.waiting).to.deep.equal({ '': 0 })
    expect(load.report(true).together.waiting).to.deep.equal({})
  })

  it('names 32 owners at a time, in turn, those of both modes within a second for each 32 of them', () => {
    const load = makeLoadTracker({ slots: 1, perOwner: 1 })
    const owners = Array.from({ length: 160 }, (_, owner) => `o-${owner}`)
    for (const owner of owners) load.countJob(job(owner), 1)
    for (let owner = 0; owner < 20; owner++) load.countJob(job(`m-${owner}`, true), 1)
    const named = new Set<string>()
    // A change is named twice: 2 times 180 names, 32 at a time.
    for (let report = 0; report < 12; report++) {
      const { together, alone } = load.report(true)
      expect(together).to.include({ owners: 160, jobs: 160 })
      expect(alone).to.include({ owners: 20, jobs: 20 })
      const names = [...Object.keys(together.waiting), ...Object.keys(alone.waiting)]
      expect(names.length).to.be.at.most(32)
      for (const name of names) named.add(name)
    }
    expect(named.size).to.equal(180)
  })
})

describe('ownerName', () => {
  it('is short, and the same for every process', () => {
    expect(ownerName('0123456789abcdef0123456789abcdef')).to.equal('0123456789')
    expect(ownerName(null)).to.equal('')
  })
})
