import { expect } from 'chai'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  idOf,
  itemsOf,
  numbered,
  page,
} from '#test/contract/frontier/batch-scene.ts'
import { openShardFixture, type ShardFixture } from './shard-store-fixture.ts'

const URLS = numbered('x.example', 6)
const MIB = 1_048_576

describe('openShardStore', () => {
  let shard: ShardFixture
  afterEach(() => shard.close())

  const add = (urls: readonly string[], batch = batchNamed('a')) =>
    shard.send({ kind: 'add', batch, items: urls.map((url) => page(url)) })
  const run = () => shard.send({ kind: 'phase', batch: 'a', phase: 'running', version: 1 })
  const dispatch = (limit: number) => shard.store.dispatchOf('a', limit)
  const linesOf = () => shard.store.pendingLines('a', MIB)?.lines.toString('utf8')

  for (const [number, shards, seqs] of [
    [0, 1, [1, 2, 3]],
    [2, 4, [6, 10, 14]],
  ] as const) {
    it(`gives items of shard ${number} of ${shards} the numbers ${seqs}`, async () => {
      shard = await openShardFixture({ shard: number, shards, perHost: 10 })
      await add(URLS.slice(0, 3))
      await run()
      expect(itemsOf(await dispatch(10)).map(({ seq }) => seq)).to.deep.equal(seqs)
    })
  }

  it('arrives at the same numbers, counts and lines when it applies its intake again, whatever was dispatched', async () => {
    shard = await openShardFixture({ perHost: 10 })
    const crawl = { ...crawlRules, maxMinutes: 1 }
    await add(URLS, batchNamed('a', { crawl }))
    await run()
    const started = await dispatch(4)
    await shard.end(completionsOf(started.slice(1, 3)))
    const [expired] = shard.store.expired(Date.now() + 120_000)
    await shard.send({ kind: 'expire', batch: 'a', inFlight: expired?.inFlight ?? [] })
    await shard.end(completionsOf(started.slice(0, 1)))
    const [before] = shard.store.takeReports()
    const lines = linesOf()
    expect(before).to.deep.include({
      counts: { accepted: 6, waiting: 0, running: 1, done: 3, failed: 0 },
      open: 1,
      lines: 3,
      position: shard.intake.length,
    })

    await shard.reopen(true)
    await shard.store.apply(shard.intake)
    expect(shard.store.takeReports()).to.deep.equal([before])
    expect(linesOf()).to.equal(lines)
    expect(shard.store.inFlight(null, 10).map(idOf)).to.deep.equal([idOf(started[3] as never)])
  })

  it('gives an item without an outcome the time of the record, so that its line is the same again', async () => {
    shard = await openShardFixture()
    await add(URLS.slice(0, 1))
    await run()
    const completions = [{ id: 'a.1', outcome: null }]
    const timestamp = Date.parse('2026-01-02T03:04:05.678Z')
    const command = { kind: 'endings', before: 1 } as const
    await shard.store.apply([{ offset: 2, timestamp, command, completions }])
    expect(linesOf()).to.include('"timestamp":"2026-01-02T03:04:05.678Z"')
  })

  it('applies completions apart from their command, and leaves its positions', async () => {
    shard = await openShardFixture()
    await add(URLS.slice(0, 2))
    await run()
    const timestamp = Date.parse('2026-01-02T03:04:05.678Z')
    await shard.store.complete([{ id: 'a.2', outcome: null }], timestamp)
    expect(shard.store.positions()).to.deep.equal({ intake: 2, ended: 0 })
    expect(linesOf()).to.include('"timestamp":"2026-01-02T03:04:05.678Z"')
    expect(shard.store.takeReports().at(-1)).to.deep.include({ open: 1, lines: 1 })
    expect([...shard.store.awaited(['a.1', 'a.2'])]).to.deep.equal(['a.1'])
  })

  it('applies no command and no ending twice', async () => {
    shard = await openShardFixture()
    await add(URLS.slice(0, 2))
    await run()
    await shard.end(completionsOf((await dispatch(2)).slice(0, 1)))
    const [before] = shard.store.takeReports()
    await shard.store.apply(shard.intake)
    await shard.reopen()
    expect(shard.store.takeReports()).to.deep.equal([before])
    expect(shard.store.positions()).to.deep.equal({ intake: 3, ended: 1 })
  })

  it('keeps neither the effects nor the position of a record that cannot be applied', async () => {
    const discover = () => {
      throw new Error('discovery fails')
    }
    shard = await openShardFixture({ discover })
    await add(URLS.slice(0, 2), batchNamed('a', { crawl: crawlRules }))
    await run()
    const ended = shard.end(completionsOf(await dispatch(1)))
    expect(await ended.catch((error: Error) => error.message)).to.equal('discovery fails')
    expect(shard.store.positions()).to.deep.equal({ intake: 2, ended: 0 })
    expect(linesOf()).to.equal(undefined)
    expect(shard.store.countInFlight()).to.equal(1)
  })

  it('applies the commands of a new log from a position that was set back, and trusts new reports', async () => {
    shard = await openShardFixture()
    await shard.send({ kind: 'create', batch: batchNamed('a') })
    await shard.send({ kind: 'start', batch: 'a', isOpen: false, added: { 3: 900 } })
    const counts = { accepted: 1, waiting: 0, running: 1, done: 0, failed: 0 }
    const report = {
      batch: 'a',
      shard: 3,
      position: 950,
      version: 1,
      isGone: false,
      counts,
      open: 1,
      lines: 0,
    }
    await shard.send({ kind: 'report', report })
    await shard.store.reposition({ intake: 0, ended: 0 })
    expect(shard.store.positions()).to.deep.equal({ intake: 0, ended: 0 })
    expect(shard.store.status('a')?.counts).to.include({ accepted: 1, running: 1 })
    const done = { ...counts, running: 0, done: 1 }
    const command = { kind: 'report', report: { ...report, position: 4, counts: done, open: 0 } } as const
    await shard.store.apply([{ offset: 0, timestamp: Date.now(), command }])
    expect(shard.store.status('a')).to.deep.include({ state: 'finished', counts: { ...done, rejected: 0 } })
    expect(shard.store.positions()).to.deep.equal({ intake: 1, ended: 0 })
  })

  it('reports all unfinished parts again once its position was set back', async () => {
    shard = await openShardFixture()
    await add(URLS.slice(0, 2))
    shard.store.takeReports()
    await shard.store.reposition({ ended: 0 })
    expect(shard.store.takeReports().map(({ batch }) => batch)).to.deep.equal(['a'])
  })

  it('ignores a phase that is older than the last one, and items of a batch that is being removed', async () => {
    shard = await openShardFixture()
    await add(URLS.slice(0, 2))
    await shard.send({ kind: 'phase', batch: 'a', phase: 'paused', version: 2 })
    await run()
    expect(await dispatch(2)).to.deep.equal([])
    await shard.send({ kind: 'phase', batch: 'a', phase: 'gone', version: 3 })
    expect((await add(URLS.slice(2, 4))).wasAdded).to.deep.equal([false, false])
    expect(shard.store.takeReports().at(-1)).to.include({ isGone: true, lines: 0 })
  })

  it('has whole result lines until they are saved: up to a size, one at least', async () => {
    shard = await openShardFixture({ perHost: 10 })
    await add(URLS)
    await run()
    await shard.end(completionsOf(await dispatch(4)))
    const all = (linesOf() ?? '').split('\n').slice(0, -1)
    expect(all).to.have.length(4)
    const bytes = (lines: readonly string[]) => Buffer.byteLength(`${lines.join('\n')}\n`)
    const pending = (most: number) => {
      const found = shard.store.pendingLines('a', most)
      return [found?.first, found?.count, found?.lines.toString('utf8')]
    }
    expect(pending(1)).to.deep.equal([1, 1, `${all[0]}\n`])
    expect(pending(bytes(all.slice(0, 2)) + 5)).to.deep.equal([1, 2, `${all[0]}\n${all[1]}\n`])
    await shard.store.forgetLines('a', 3)
    await shard.store.forgetLines('a', 2)
    await shard.reopen()
    expect(pending(MIB)).to.deep.equal([4, 1, `${all[3]}\n`])
  })
})
