import { expect } from 'chai'
import { batchNamed, completionsOf, numbered, page } from '#test/contract/frontier/batch-scene.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { openShardFixture, type ShardFixture } from './shard-store-fixture.ts'

const LEASE_MS = 1000

describe('dispatches of a shard', () => {
  const clock = driveClockInEachTest()
  let shard: ShardFixture
  beforeEach(async () => {
    shard = await openShardFixture({ leaseMs: LEASE_MS, perHost: 2 })
  })
  afterEach(() => shard.close())

  const add = (urls: readonly string[]) =>
    shard.send({ kind: 'add', batch: batchNamed('a'), items: urls.map((url) => page(url)) })
  const run = () => shard.send({ kind: 'phase', batch: 'a', phase: 'running', version: 1 })

  it('has batches to dispatch as soon as there are any, and again when a host is free', async () => {
    expect(shard.store.dispatchable(10)).to.deep.equal([])
    await add(numbered('x.example', 3))
    expect(shard.store.dispatchable(10)).to.deep.equal([])
    await run()
    expect(shard.store.dispatchable(10)).to.deep.equal(['a'])
    const started = await shard.store.dispatchOf('a', 10)
    expect(started).to.have.length(2)
    expect(shard.store.dispatchable(10)).to.deep.equal([])
    await shard.end(completionsOf(started.slice(0, 1)))
    expect(shard.store.dispatchable(10)).to.deep.equal(['a'])
    expect(await shard.store.dispatchOf('unknown', 10)).to.deep.equal([])
  })

  it('counts what is in flight after each change', async () => {
    expect(shard.store.countInFlight()).to.equal(0)
    await add(numbered('x.example', 3))
    await run()
    const started = await shard.store.dispatchOf('a', 10)
    expect(shard.store.countInFlight()).to.equal(2)
    await shard.end(completionsOf(started))
    expect(shard.store.countInFlight()).to.equal(0)
  })

  it('finds leases that have ended, and none before', async () => {
    await add(numbered('x.example', 2))
    await run()
    expect(await shard.store.dispatchExpired(10)).to.deep.equal([])
    expect(shard.store.mayHaveExpired()).to.equal(false)
    const started = await shard.store.dispatchOf('a', 10)
    expect(shard.store.mayHaveExpired()).to.equal(false)
    await clock.pass(LEASE_MS)
    expect(shard.store.mayHaveExpired()).to.equal(true)
    const again = [...(await shard.store.dispatchExpired(1)), ...(await shard.store.dispatchExpired(1))]
    expect(again.map(({ lease }) => lease)).to.deep.equal([2, 2])
    expect(again).to.have.length(started.length)
    expect(await shard.store.dispatchExpired(1)).to.deep.equal([])
  })

  it('finds items that a command holds in flight though they were never dispatched here', async () => {
    const crawl = {
      scope: 'host',
      maxDepth: null,
      maxPages: 9,
      maxMinutes: 1,
      include: [],
      exclude: [],
    } as const
    const batch = batchNamed('a', { crawl })
    await shard.send({ kind: 'add', batch, items: [page('http://x.example/')] })
    await run()
    expect(await shard.store.dispatchExpired(10)).to.deep.equal([])
    await shard.send({ kind: 'expire', batch: 'a', inFlight: [1] })
    expect(shard.store.mayHaveExpired()).to.equal(true)
    expect(await shard.store.dispatchExpired(10)).to.have.length(1)
  })
})
