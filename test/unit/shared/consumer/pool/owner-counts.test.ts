import { expect } from 'chai'
import { makeOwnerCounts } from '#shared/consumer/pool/owner-counts.ts'

describe('OwnerCounts', () => {
  it('adds up the jobs of each owner', () => {
    const counts = makeOwnerCounts()
    counts.add('a', 1)
    counts.add('a', 1)
    counts.add('b', 1)
    counts.add('b', -1)
    counts.add('c', -1)
    expect(counts.totals()).to.deep.equal({ owners: 1, jobs: 2 })
  })

  it('names twice what changed, the oldest change first, and an owner without jobs as well', () => {
    const counts = makeOwnerCounts()
    for (const owner of ['a', 'b', 'c']) counts.add(owner, 1)
    expect(counts.take(2)).to.deep.equal({ a: 1, b: 1 })
    counts.add('b', -1)
    expect(counts.take(2)).to.deep.equal({ a: 1, b: 0 })
    expect(counts.take(2)).to.deep.equal({ b: 0, c: 1 })
    expect(counts.take(2)).to.deep.equal({ c: 1, a: 1 })
  })

  it('then names the owner that was not named for longest', () => {
    const counts = makeOwnerCounts()
    for (const owner of ['a', 'b', 'c']) counts.add(owner, 1)
    counts.take(3)
    counts.take(3)
    const turns = Array.from({ length: 6 }, () => Object.keys(counts.take(1)).join())
    expect(turns).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it('remembers no more than a thousand owners that have ended before they were named', () => {
    const counts = makeOwnerCounts()
    for (let owner = 0; owner < 5000; owner++) {
      counts.add(`owner-${owner}`, 1)
      counts.add(`owner-${owner}`, -1)
    }
    expect(Object.keys(counts.take(10_000)).length).to.be.within(999, 1000)
    expect(counts.totals()).to.deep.equal({ owners: 0, jobs: 0 })
  })
})
