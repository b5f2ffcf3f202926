import { expect } from 'chai'
import { makeLoad } from '#shared/pipeline/load.ts'

const job = (tenant: string | null, isAlone = false) => ({ tenant, isAlone })

describe('load', () => {
  it('knows no duration before the first piece of work has ended, then the mean of the last 16', () => {
    const load = makeLoad({ slots: 4, perOwner: 3 })
    expect(load.now().together).to.deep.equal({ slots: 4, perOwner: 3, seconds: null, waiting: {} })
    load.took('together', 1000)
    load.took('together', 2000)
    expect(load.now().together.seconds).to.equal(1.5)
    expect(load.now().alone.seconds).to.equal(null)
    for (let count = 0; count < 16; count++) load.took('together', 4000)
    expect(load.now().together.seconds).to.equal(4)
  })

  it('has one slot for what is alone', () => {
    expect(makeLoad({ slots: 4, perOwner: 3 }).now().alone).to.include({ slots: 1, perOwner: 1 })
  })

  it('counts what nobody asked for by name under none', () => {
    const load = makeLoad({ slots: 1, perOwner: 1 })
    load.note(job(null), 1)
    expect(load.now().together.waiting).to.deep.equal({ '': 1 })
    load.note(job(null), -1)
    expect(load.now().together.waiting).to.deep.equal({})
  })

  it('tells of a thousand owners at most: those that have most', () => {
    const load = makeLoad({ slots: 1, perOwner: 1 })
    for (let owner = 0; owner < 1500; owner++) load.note(job(`small-${owner}`, true), 1)
    for (let count = 0; count < 2; count++) load.note(job('big', true), 1)
    const { waiting } = load.now().alone
    expect(Object.keys(waiting)).to.have.length(1000)
    expect(waiting.big).to.equal(2)
  })
})
