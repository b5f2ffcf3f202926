import { expect } from 'chai'
import { homeQuestions } from '#stages/batch/adapters/sqlite/shard/home-questions.ts'
import type { HomeRow } from '#stages/batch/adapters/sqlite/shard/homes-table.ts'
import type { PartReport } from '#stages/batch/shards/commands.ts'
import { batchNamed, crawlRules } from '#test/contract/frontier/batch-scene.ts'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

const CREATED_AT = Date.parse('2026-01-02T03:04:05.000Z')
const counts = { accepted: 4, waiting: 1, running: 0, done: 2, failed: 1 }

describe('homeQuestions', () => {
  const shard = shardTablesOfEachTest()
  const asked = () => homeQuestions(shard.tables)

  function change(id: string, values: Partial<HomeRow>): HomeRow {
    const { homes } = shard.tables
    const row = { ...(homes.get(id) as HomeRow), ...values }
    homes.save(row)
    return row
  }
  function create(id: string, values: Partial<HomeRow> = {}): HomeRow {
    shard.tables.homes.insert(batchNamed(id, { createdAt: CREATED_AT, owner: 'me' }), CREATED_AT)
    return change(id, { state: 'running', ...values })
  }
  function report(home: number, more: Partial<PartReport> = {}): void {
    const rest = { position: 1, version: 1, isGone: false, counts, open: 1, lines: 3 }
    shard.tables.homeParts.report(home, { batch: 'a', shard: 0, ...rest, ...more })
  }

  it('tell the state of a batch, with the counts of all shards and the rejected lines', () => {
    const { num } = create('a', { rejected: 2 })
    shard.tables.homes.rejections.insert(num, 0, [{ line: 3, reason: 'no URL' }])
    report(num)
    report(num, { shard: 3 })
    expect(asked().status('a')).to.deep.equal({
      id: 'a',
      operation: 'metadata',
      source: 'urls',
      state: 'running',
      counts: { accepted: 8, rejected: 2, waiting: 2, running: 0, done: 4, failed: 2 },
      createdAt: '2026-01-02T03:04:05.000Z',
      finishedAt: null,
      firstUrl: null,
      rejected: [{ line: 3, reason: 'no URL' }],
    })
    expect(asked().shardsOf('a')).to.deep.equal([0, 3])
    expect(asked().batch('a')).to.deep.equal(batchNamed('a', { createdAt: CREATED_AT, owner: 'me' }))
  })

  it('tell of each source where it comes from, and when a batch ended', () => {
    const { homes } = shard.tables
    homes.insert(batchNamed('c', { crawl: crawlRules }), CREATED_AT)
    homes.insert(batchNamed('s', { sitemaps: ['http://x.example/sitemap.xml'] }), CREATED_AT)
    change('c', { state: 'finished', finished_at: CREATED_AT + 1000 })
    expect(asked().status('c')).to.include({ source: 'crawl', finishedAt: '2026-01-02T03:04:06.000Z' })
    expect(asked().status('s')).to.include({ source: 'sitemaps', state: 'running' })
  })

  it('know nothing of a batch that is unknown or being removed', () => {
    report(create('gone', { state: 'gone' }).num)
    for (const id of ['gone', 'unknown']) {
      const { batch, status, segments, shardsOf } = asked()
      expect([batch(id), status(id), segments(id, 0, 5), shardsOf(id)]).to.deep.equal([null, null, null, []])
    }
  })

  it('list summaries with their places', () => {
    const { place } = create('a', { rejected: 1 })
    const [listed, ...others] = asked().list({ owner: 'me', state: null, limit: 5, after: null })
    expect(others).to.deep.equal([])
    expect(listed?.place).to.equal(place)
    expect(listed?.summary).to.include({ id: 'a', state: 'running' }).and.not.to.have.property('rejected')
  })

  it('name the batches with open sources', () => {
    create('a')
    create('b', { is_open: 0 })
    expect(
      asked()
        .openBatches()
        .map(({ id }) => id),
    ).to.deep.equal(['a'])
  })

  describe('segments', () => {
    const some = { object: 'o', skip: 0, first: 1, count: 3 }
    function createWith(values: Partial<HomeRow>): HomeRow {
      const row = create('a', { version: 2, ...values })
      shard.tables.segments.insert(row.num, { ...some, shard: 0, line: 1 })
      shard.tables.homeParts.setNumbered(row.num, 0, 3)
      return row
    }
    const ended = { finished_at: CREATED_AT }

    it('of a running batch are not the last ones', () => {
      createWith({})
      expect(asked().segments('a', 0, 5)).to.deep.equal({ segments: [some], isLast: false })
    })

    it('of a finished batch are the last ones, unless there may be more than were asked for', () => {
      createWith({ state: 'finished', ...ended })
      expect(asked().segments('a', 0, 5)).to.deep.equal({ segments: [some], isLast: true })
      expect(asked().segments('a', 0, 1)).to.deep.equal({ segments: [some], isLast: false })
      expect(asked().segments('a', 3, 1)).to.deep.equal({ segments: [], isLast: true })
    })

    it('of a cancelled batch are the last ones once all shards have heard of it and all lines have numbers', () => {
      const { num } = createWith({ state: 'cancelled', ...ended })
      const isLast = () => asked().segments('a', 0, 5)?.isLast
      expect(isLast()).to.equal(false)
      report(num, { version: 2, lines: 4 })
      expect(isLast()).to.equal(false)
      shard.tables.homeParts.setNumbered(num, 0, 4)
      expect(isLast()).to.equal(true)
    })
  })
})
