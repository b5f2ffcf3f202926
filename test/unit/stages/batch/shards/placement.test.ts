import { expect } from 'chai'
import { homeOf, shardOfUrl } from '#stages/batch/shards/placement.ts'

describe('placement', () => {
  it('has hosts of one registrable domain in one shard, and users of a shared one apart', () => {
    const shardOf = (host: string) => shardOfUrl(`https://${host}/x?y`, 1_000_000)
    expect(shardOf('www.example.co.uk')).to.equal(shardOf('shop.example.co.uk'))
    expect(shardOf('one.github.io')).not.to.equal(shardOf('two.github.io'))
    expect(shardOfUrl('no url', 64)).to.be.within(0, 63)
  })

  it('spreads batches and domains over all shards, and never moves them', () => {
    const ids = Array.from({ length: 6400 }, (_, at) => `${at}`)
    for (const place of [
      (id: string) => homeOf(id, 64),
      (id: string) => shardOfUrl(`http://d${id}.com/`, 64),
    ]) {
      const sizes = [...Map.groupBy(ids, place).values()].map(({ length }) => length)
      expect(sizes).to.have.length(64)
      expect(Math.max(...sizes)).to.be.below(200)
    }
    expect([homeOf('a', 64), shardOfUrl('http://example.com/', 64)]).to.deep.equal([3, 57])
  })
})
