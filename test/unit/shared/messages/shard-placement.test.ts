import { expect } from 'chai'
import { shardOfEnding, shardOfUrl } from '#shared/messages/shard-placement.ts'

const BATCH = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('the shard of a URL', () => {
  it('is one for the hosts of a registrable domain, and another for each user of a shared one', () => {
    const shardOf = (host: string) => shardOfUrl(`https://${host}/x?y`, 1_000_000)
    expect(shardOf('www.example.co.uk')).to.equal(shardOf('shop.example.co.uk'))
    expect(shardOf('one.github.io')).not.to.equal(shardOf('two.github.io'))
    expect(shardOfUrl('no url', 64)).to.be.within(0, 63)
  })

  it('spreads domains over all shards, and never moves them', () => {
    const ids = Array.from({ length: 6400 }, (_, at) => `${at}`)
    const groups = Map.groupBy(ids, (id) => shardOfUrl(`http://d${id}.com/`, 64))
    const sizes = [...groups.values()].map(({ length }) => length)
    expect(sizes).to.have.length(64)
    expect(Math.max(...sizes)).to.be.below(200)
    expect(shardOfUrl('http://example.com/', 64)).to.equal(57)
  })
})

describe('the shard of the end of an inspection', () => {
  for (const [seq, shard] of [
    ['1', 1],
    ['63', 63],
    ['64', 0],
    ['4294967295', 63],
  ] as const)
    it(`is ${shard} of 64 for item ${seq} of a batch, whatever its host`, () => {
      expect(shardOfEnding(`${BATCH}.${seq}`, 'example.com', 64)).to.equal(shard)
    })

  for (const id of ['feeder-1', '', 'other.7', `${BATCH}.x`, `${BATCH}.${'9'.repeat(400)}`])
    it(`is that of the domain for the id of no item: ${id.slice(0, 50)}`, () => {
      expect(shardOfEnding(id, 'www.example.com', 64)).to.equal(57)
    })

  it('is that of the URL which a frontier took the request for, also without a host', () => {
    expect(shardOfEnding('feeder-1', '', 64)).to.equal(shardOfUrl('no url', 64))
  })
})
