import { expect } from 'chai'
import { batchNamed, completionsOf, crawlRules, numbered, page } from '#test/contract/frontier/batch-scene.ts'
import { openShardFixture, type ShardFixture } from './shard-store-fixture.ts'

const NOW = 1_700_000_000_000
const MIB = 1_048_576

describe('partQuestions', () => {
  let shard: ShardFixture
  beforeEach(async () => {
    shard = await openShardFixture({ perHost: 2 })
    const crawl = { ...crawlRules, maxMinutes: 1 }
    const urls = [...numbered('x.example', 3), ...numbered('y.example', 1)]
    const batch = batchNamed('a', { crawl, createdAt: NOW })
    await shard.send({ kind: 'add', batch, items: urls.map((url) => page(url)) })
    await shard.send({ kind: 'phase', batch: 'a', phase: 'running', version: 4 })
  })
  afterEach(() => shard.close())

  it('tell the hosts with the most waiting items first', async () => {
    expect(shard.store.hosts('a', 5).hosts).to.deep.equal([
      { host: 'x.example', waiting: 3, running: 0, restsUntil: null },
      { host: 'y.example', waiting: 1, running: 0, restsUntil: null },
    ])
    expect(shard.store.hosts('a', 1).hosts.map(({ host }) => host)).to.deep.equal(['x.example'])
    expect(shard.store.hosts('unknown', 5).hosts).to.deep.equal([])
  })

  it('name a batch once its time is over, with what is in flight', async () => {
    const started = await shard.store.dispatchOf('a', 2)
    const seqs = started.flatMap((one) => ('item' in one ? [one.item.seq] : []))
    expect(shard.store.expired(NOW + 60_000)).to.deep.equal([])
    expect(shard.store.expired(NOW + 60_001)).to.deep.equal([{ batch: 'a', inFlight: seqs }])
    await shard.send({ kind: 'expire', batch: 'a', inFlight: [] })
    expect(shard.store.expired(NOW + 60_001)).to.deep.equal([])
  })

  it('tell that lines are the last ones when nothing is open', async () => {
    expect(shard.store.pendingLines('a', MIB)).to.equal(null)
    expect(shard.store.pendingLines('unknown', MIB)).to.equal(null)
    await shard.end(completionsOf(await shard.store.dispatchOf('a', 3)))
    expect(shard.store.pendingLines('a', MIB)).to.include({ batch: 'a', first: 1, count: 3, isLast: false })
    await shard.end(completionsOf(await shard.store.dispatchOf('a', 1)))
    expect(shard.store.pendingLines('a', MIB)).to.include({ count: 4, isLast: true })
  })

  it('report the part as it is at the position of the intake', async () => {
    const [ended] = await shard.store.dispatchOf('a', 2)
    await shard.end(completionsOf([ended as never]))
    expect(shard.store.takeReports()).to.deep.equal([
      {
        ...{ batch: 'a', shard: 0, position: 3, version: 4, isGone: false, open: 3, lines: 1 },
        counts: { accepted: 4, waiting: 2, running: 1, done: 1, failed: 0 },
      },
    ])
    expect(shard.store.takeReports()).to.deep.equal([])
  })

  it('report that nothing is left of a removed part', async () => {
    await shard.send({ kind: 'phase', batch: 'a', phase: 'gone', version: 5 })
    expect(shard.store.takeReports()).to.deep.equal([
      {
        ...{ batch: 'a', shard: 0, position: 3, version: 0, isGone: true, open: 0, lines: 0 },
        counts: { accepted: 0, waiting: 0, running: 0, done: 0, failed: 0 },
      },
    ])
    expect(shard.store.hosts('a', 5).hosts).to.deep.equal([])
  })
})
