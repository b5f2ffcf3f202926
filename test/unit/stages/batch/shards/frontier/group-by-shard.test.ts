import { expect } from 'chai'
import { shardOfUrl } from '#shared/messages/shard-placement.ts'
import { groupDeferred, groupItems, groupLines } from '#stages/batch/shards/frontier/group-by-shard.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import { batchNamed, crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { deferredRecord } from '#test/contract/frontier/deferred-record.ts'

const KIB = 1024
const urls = Array.from({ length: 200 }, (_, at) => `http://d${at}.example/`)
const items = urls.map((url) => page(url))

describe('groups of a shard', () => {
  it('have each item of a list once, in order, in the shard of its URL', () => {
    const groups = groupItems(batchNamed('a'), items, 8)
    for (const { shard, things, places } of groups) {
      expect(things).to.deep.equal(places.map((place) => items[place]))
      expect(places).to.deep.equal(places.toSorted((a, b) => a - b))
      for (const { parameters } of things) expect(shardOfUrl(parameters.url, 8)).to.equal(shard)
    }
    const places = groups.flatMap((group) => group.places)
    expect(places.toSorted((a, b) => a - b)).to.deep.equal(urls.map((_, at) => at))
  })

  it('have all items of a crawl in the home of its batch', () => {
    const groups = groupItems(batchNamed('a', { crawl: crawlRules }), items, 8)
    expect(groups.map(({ shard, things }) => [shard, things.length])).to.deep.equal([[homeOf('a', 8), 200]])
  })

  it('have up to 256 KiB, and a larger thing alone', () => {
    const lines = [100, 100, 100, 300, 10].map((size, line) => ({ line, reason: 'x'.repeat(size * KIB) }))
    const groups = groupLines('a', lines, 8)
    expect(groups.map(({ places }) => places)).to.deep.equal([[0, 1], [2], [3], [4]])
  })

  it('have up to 500 things', () => {
    const lines = Array.from({ length: 1001 }, (_, line) => ({ line, reason: 'x' }))
    expect(groupLines('a', lines, 8).map(({ things }) => things.length)).to.deep.equal([500, 500, 1])
  })

  it('have deferred requests by their URLs, and no other records', () => {
    const records = [deferredRecord('r1', 'http://x.example/1'), deferredRecord('r2', 'http://y.example/')]
    const unreadable = { ...deferredRecord('r3', 'http://x.example/'), headers: {} }
    const groups = groupDeferred([...records, unreadable], 1000)
    expect(groups.map(({ shard, things }) => [shard, things.map(({ offset }) => offset)])).to.deep.equal([
      [shardOfUrl('http://x.example/', 1000), [records[0]?.offset]],
      [shardOfUrl('http://y.example/', 1000), [records[1]?.offset]],
    ])
  })
})
