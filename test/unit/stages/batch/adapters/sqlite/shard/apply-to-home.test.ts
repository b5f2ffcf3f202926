import { expect } from 'chai'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { openShardFixture, type ShardFixture } from './shard-store-fixture.ts'

const MINUTE_MS = 60_000
const counts = { accepted: 2, waiting: 0, running: 0, done: 2, failed: 0 }

describe('commands to the home of a batch', () => {
  let shard: ShardFixture
  beforeEach(async () => {
    shard = await openShardFixture({ retentionMs: 60 * MINUTE_MS })
    await shard.send({ kind: 'create', batch: batchNamed('a', { owner: 'me' }) })
  })
  afterEach(() => shard.close())

  const start = (added: Record<number, number>, isOpen = false) =>
    shard.send({ kind: 'start', batch: 'a', isOpen, added })
  const report = (of: number, position: number, more: object = {}) =>
    shard.send({
      kind: 'report',
      report: {
        batch: 'a',
        shard: of,
        position,
        version: 1,
        isGone: false,
        counts,
        open: 0,
        lines: 2,
        ...more,
      },
    })
  const segment = (of: number, first: number, count: number, object: string) =>
    shard.send({ kind: 'segment', segment: { batch: 'a', shard: of, first, count, object } })
  const state = () => shard.store.status('a')?.state

  it('end it when each shard has reported from behind its last item, nothing is open, and all lines have numbers', async () => {
    await start({ 1: 10, 2: 20 }, true)
    await report(1, 10)
    await segment(1, 1, 2, 'one')
    await report(2, 19, { open: 0, lines: 0, counts: { ...counts, accepted: 0, done: 0 } })
    await shard.send({ kind: 'close', batch: 'a', rejected: [], more: 3, added: {} })
    expect(state()).to.equal('running')
    await report(2, 20, { open: 1 })
    expect(state()).to.equal('running')
    await report(2, 21)
    expect(state()).to.equal('running')
    await segment(2, 1, 2, 'two')
    expect(shard.store.status('a')).to.deep.include({
      state: 'finished',
      counts: { accepted: 4, rejected: 3, waiting: 0, running: 0, done: 4, failed: 0 },
    })
  })

  it('change nothing when a report is older than the last one', async () => {
    await start({ 1: 10 })
    await report(1, 12, { open: 1, counts: { ...counts, done: 1, running: 1 } })
    await report(1, 11, { open: 2, counts: { ...counts, done: 0, waiting: 2 } })
    expect(shard.store.status('a')?.counts).to.include({ done: 1, running: 1, waiting: 0 })
  })

  it('number lines without gap or repeat, however segments overlap', async () => {
    await start({ 1: 1, 2: 1 }, true)
    await segment(1, 1, 3, 'a')
    await segment(2, 1, 2, 'b')
    await segment(1, 2, 4, 'c')
    await segment(1, 9, 2, 'gap')
    await segment(2, 1, 2, 'again')
    expect(shard.store.segments('a', 0, 10)).to.deep.equal({
      segments: [
        { object: 'a', skip: 0, first: 1, count: 3 },
        { object: 'b', skip: 0, first: 4, count: 2 },
        { object: 'c', skip: 2, first: 6, count: 2 },
      ],
      isLast: false,
    })
    expect(shard.store.segments('a', 5, 10)?.segments.map(({ object }) => object)).to.deep.equal(['c'])
    expect(shard.store.uselessObjects(10)).to.deep.equal(['again'])
  })

  it('show nothing of a cancelled batch as waiting, whatever late reports say', async () => {
    await start({ 1: 1 })
    await report(1, 5, { open: 2, counts: { ...counts, done: 0, waiting: 2 } })
    await shard.send({ kind: 'set', batch: 'a', state: 'cancelled' })
    await report(1, 6, { open: 2, counts: { ...counts, done: 0, waiting: 2 } })
    expect(shard.store.status('a')?.counts).to.include({ accepted: 2, waiting: 0, done: 0 })
    expect(shard.store.status('a')?.finishedAt).to.be.a('string')
    expect(shard.store.notices(5)).to.deep.equal([
      { home: 1, shard: 1, batch: 'a', phase: 'cancelled', version: 2 },
    ])
  })

  it('discard a submission that nobody continues for ten minutes', async () => {
    const now = Date.now()
    await shard.send({ kind: 'keep', batch: 'a' }, now + 5 * MINUTE_MS)
    await shard.send({ kind: 'tick' }, now + 14 * MINUTE_MS)
    expect(state()).to.equal('running')
    await shard.send({ kind: 'tick' }, now + 16 * MINUTE_MS)
    expect(shard.store.batch('a')).to.equal(null)
  })

  it('forget it after its retention, with its objects, once no shard has anything of it', async () => {
    await start({ 1: 1 })
    await report(1, 5)
    await segment(1, 1, 2, 'one')
    await shard.send({ kind: 'tick' }, Date.now() + 61 * MINUTE_MS)
    expect(shard.store.status('a')).to.equal(null)
    expect(shard.store.uselessObjects(5)).to.deep.equal([])
    await report(1, 7, { isGone: true, version: 3 })
    expect(shard.store.uselessObjects(5)).to.deep.equal(['one'])
    expect((await report(1, 8)).isKnown).to.equal(false)
  })
})
