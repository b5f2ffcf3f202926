import { expect } from 'chai'
import { batchNamed, completionsOf, crawlRules, numbered, page } from '#test/contract/frontier/batch-scene.ts'
import { openShardFixture, type ShardFixture } from './shard-store-fixture.ts'

const URLS = numbered('x.example', 4)

describe('the end of a batch’s time', () => {
  let shard: ShardFixture
  beforeEach(async () => {
    shard = await openShardFixture({ perHost: 10 })
    const batch = batchNamed('a', { crawl: { ...crawlRules, maxMinutes: 1 } })
    await shard.send({ kind: 'add', batch, items: URLS.map((url) => page(url)) })
    await shard.send({ kind: 'phase', batch: 'a', phase: 'running', version: 1 })
  })
  afterEach(() => shard.close())

  const linesOf = () => shard.store.pendingLines('a', 1_048_576)?.lines.toString('utf8')
  const countsOf = () => shard.store.takeReports().at(-1)?.counts

  it('keeps the items that it names, dispatched here or not, and drops all others', async () => {
    const started = await shard.store.dispatchOf('a', 2)
    await shard.send({ kind: 'expire', batch: 'a', inFlight: [1, 3] })
    expect(countsOf()).to.deep.equal({ accepted: 4, waiting: 0, running: 2, done: 0, failed: 0 })
    expect(shard.store.hosts('a', 5).hosts).to.deep.equal([
      { host: 'x.example', waiting: 0, running: 2, restsUntil: null },
    ])
    await shard.end(completionsOf(started))
    expect(countsOf()).to.deep.equal({ accepted: 4, waiting: 0, running: 1, done: 1, failed: 0 })
  })

  it('leaves the same lines when the intake is applied again where nothing was dispatched', async () => {
    const started = await shard.store.dispatchOf('a', 3)
    await shard.send({ kind: 'expire', batch: 'a', inFlight: [2] })
    await shard.end(completionsOf(started))
    const lines = linesOf()
    expect(lines?.split('\n')).to.have.length(2)
    await shard.reopen(true)
    await shard.store.apply(shard.intake)
    expect(linesOf()).to.equal(lines)
  })
})

describe('the removal of a part', () => {
  const DAY_MS = 86_400_000
  const removedAt = Date.now()
  let shard: ShardFixture
  beforeEach(async () => {
    shard = await openShardFixture()
    await add(removedAt)
    await shard.send({ kind: 'phase', batch: 'a', phase: 'gone', version: 2 }, removedAt)
  })
  afterEach(() => shard.close())

  const add = (at: number) =>
    shard.send({ kind: 'add', batch: batchNamed('a'), items: URLS.slice(0, 2).map((url) => page(url)) }, at)
  async function sweepAll(): Promise<void> {
    while ((await shard.store.sweep(Date.now())).hasMore);
  }

  it('is final: late items are refused, whether its rows are still there or not', async () => {
    const late = { position: 3, wasAdded: [false, false], isKnown: true }
    expect(await add(removedAt)).to.deep.equal(late)
    await sweepAll()
    expect(await add(removedAt + 1000)).to.deep.equal({ ...late, position: 4 })
    await shard.reopen(true)
    const answers = await shard.store.apply(shard.intake)
    expect(answers.map(({ wasAdded }) => wasAdded)).to.deep.equal([
      [true, true],
      [],
      [false, false],
      [false, false],
    ])
  })

  it('is remembered for seven days', async () => {
    await sweepAll()
    await shard.send({ kind: 'tick' }, removedAt + 7 * DAY_MS)
    expect((await add(removedAt)).wasAdded).to.deep.equal([false, false])
    await shard.send({ kind: 'tick' }, removedAt + 7 * DAY_MS + 1)
    expect((await add(removedAt)).wasAdded).to.deep.equal([true, true])
  })
})
