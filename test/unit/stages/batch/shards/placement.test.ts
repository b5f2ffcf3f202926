import { expect } from 'chai'
import { formerFrontierOf, homeOf } from '#stages/batch/shards/placement.ts'

describe('placement', () => {
  it('spreads batches over all shards, and never moves them', () => {
    const ids = Array.from({ length: 6400 }, (_, at) => `${at}`)
    const sizes = [...Map.groupBy(ids, (id) => homeOf(id, 64)).values()].map(({ length }) => length)
    expect(sizes).to.have.length(64)
    expect(Math.max(...sizes)).to.be.below(200)
    expect(homeOf('a', 64)).to.equal(3)
  })

  it('has a number for the former frontier that is no shard', () => {
    expect(formerFrontierOf(64)).to.equal(64)
  })
})
