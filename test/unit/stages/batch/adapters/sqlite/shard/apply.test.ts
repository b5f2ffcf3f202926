import { expect } from 'chai'
import { type ApplyOptions, applyRecord, completeAll } from '#stages/batch/adapters/sqlite/shard/apply.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import type { Command, Phase } from '#stages/batch/shards/commands.ts'
import { batchNamed, crawlRules, numbered, page, result } from '#test/contract/frontier/batch-scene.ts'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

const NOW = 1_700_000_000_000
const MINUTE_MS = 60_000
/** In shard 1 of 4, the first items have the numbers 5, 9 and 13. */
const URLS = numbered('x.example', 3)
const done = { wasAdded: [], isKnown: true }
const ended = (...ids: string[]): Completion[] =>
  ids.map((id) => ({ id, outcome: result('http://x.example/1') }))

describe('applyRecord', () => {
  const shard = shardTablesOfEachTest()
  let changed: string[]
  beforeEach(() => {
    changed = []
  })

  const options = (): ApplyOptions => ({
    tables: shard.tables,
    discover: () => ({ items: [], done: [] }),
    retentionMs: 60 * MINUTE_MS,
    onPart: (id) => void changed.push(id),
  })
  const apply = (command: Command | null, timestamp = NOW, completions?: readonly Completion[]) =>
    applyRecord(options(), { offset: 0, timestamp, command, ...(completions && { completions }) })

  const batch = batchNamed('a')
  const add = (of = batch) => apply({ kind: 'add', batch: of, items: URLS.map((url) => page(url)) })
  const tell = (phase: Phase, version = 1) => apply({ kind: 'phase', batch: 'a', phase, version })
  const stateOf = () => shard.tables.homes.get('a')?.state ?? null
  const part = () => shard.tables.items.batches.get('a')

  it('passes over what cannot be read', () => {
    expect(apply(null)).to.deep.equal(done)
    expect(changed).to.deep.equal([])
  })

  for (const command of [
    { kind: 'keep', batch: 'a' },
    { kind: 'reject', batch: 'a', lines: [] },
    { kind: 'start', batch: 'a', isOpen: false, added: {} },
    { kind: 'close', batch: 'a', rejected: [], more: 0, added: {} },
    { kind: 'discard', batch: 'a' },
    { kind: 'set', batch: 'a', state: 'paused' },
    { kind: 'segment', segment: { batch: 'a', shard: 0, first: 1, count: 1, object: 'o' } },
  ] as const satisfies Command[])
    it(`tells the sender of ${command.kind} whether the home knows the batch`, () => {
      expect(apply(command)).to.deep.equal({ ...done, isKnown: false })
      expect(apply({ kind: 'create', batch })).to.deep.equal(done)
      expect(apply(command)).to.deep.equal(done)
    })

  it('leads a batch from its submission to its end', () => {
    apply({ kind: 'create', batch })
    apply({ kind: 'start', batch: 'a', isOpen: true, added: {} })
    apply({ kind: 'set', batch: 'a', state: 'paused' })
    expect(stateOf()).to.equal('paused')
    apply({ kind: 'close', batch: 'a', rejected: [{ line: 1, reason: 'no URL' }], more: 2, added: {} })
    expect(shard.tables.homes.get('a')).to.include({ state: 'finished', rejected: 3, finished_at: NOW })
  })

  it('keeps a submission that goes on, by the times of the records', () => {
    apply({ kind: 'create', batch })
    apply({ kind: 'keep', batch: 'a' }, NOW + 8 * MINUTE_MS)
    apply({ kind: 'tick' }, NOW + 18 * MINUTE_MS)
    expect(stateOf()).to.equal('begun')
    apply({ kind: 'tick' }, NOW + 18 * MINUTE_MS + 1)
    expect(stateOf()).to.equal(null)
  })

  it('adds items once, and names the part that changed', () => {
    expect(add()).to.deep.equal({ ...done, wasAdded: [true, true, true] })
    expect(add()).to.deep.equal({ ...done, wasAdded: [false, false, false] })
    expect(changed).to.deep.equal(['a', 'a'])
    expect(part()).to.include({ accepted: 3, waiting: 3, state: 'begun' })
    tell('running')
    expect(part()?.state).to.equal('running')
  })

  it('ends the sources of a crawl with its time', () => {
    const crawl = batchNamed('a', { crawl: { ...crawlRules, maxMinutes: 1 } })
    apply({ kind: 'create', batch: crawl })
    apply({ kind: 'start', batch: 'a', isOpen: true, added: {} })
    add(crawl)
    tell('running')
    expect(apply({ kind: 'expire', batch: 'a', inFlight: [9] })).to.deep.equal(done)
    expect(shard.tables.homes.get('a')?.is_open).to.equal(0)
    expect(part()).to.include({ waiting: 0, running: 1 })
  })

  it('completes items at the time of the record, up to a position that only grows', () => {
    add()
    tell('running')
    changed = []
    const endings = (before: number, ...ids: string[]) =>
      apply({ kind: 'endings', before }, NOW, ended(...ids))
    expect(endings(10, 'a.5', 'unknown.1')).to.deep.equal(done)
    endings(10, 'a.9')
    endings(8, 'a.9')
    expect(part()).to.include({ done: 1, waiting: 2, lines: 1 })
    expect(changed).to.deep.equal(['a'])
    expect(shard.tables.inputs.positions()).to.deep.equal({ intake: 0, ended: 10 })
    endings(11)
    expect(shard.tables.inputs.positions().ended).to.equal(11)
  })

  it('stores deferred requests, once each', () => {
    const place = { topic: 'inspection.deferred', partition: 0, timestamp: NOW }
    const attributes = {
      ce_specversion: '1.0',
      ce_id: 'r1',
      ce_type: 'inspection.requested',
      ce_source: '/x',
    }
    const headers = Object.fromEntries(
      Object.entries(attributes).map(([name, of]) => [name, Buffer.from(of)]),
    )
    const record = { ...place, key: null, value: Buffer.from('{}'), headers, offset: 3 }
    apply({ kind: 'defer', records: [record] })
    apply({ kind: 'defer', records: [record] })
    expect(shard.db.prepare('SELECT id FROM deferred').all()).to.have.length(1)
    expect(shard.tables.items.deferred.get('r1')?.log_offset).to.equal(3)
  })

  describe('completeAll', () => {
    it('completes items and leaves the positions', () => {
      add()
      tell('running')
      changed = []
      completeAll(options(), ended('a.5', 'a.13'), NOW)
      expect(part()).to.include({ done: 2, waiting: 1 })
      expect(changed).to.deep.equal(['a'])
      expect(shard.tables.inputs.positions()).to.deep.equal({ intake: 0, ended: 0 })
    })
  })
})
