import { expect } from 'chai'
import { type HomeRow, type HomeState, homeBatch } from '#stages/batch/adapters/sqlite/shard/homes-table.ts'
import type { Batch } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, crawlRules } from '#test/contract/frontier/batch-scene.ts'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

const NOW = 1_700_000_000_000

describe('homesTable', () => {
  const shard = shardTablesOfEachTest()

  function insert(id: string, more: Partial<Batch> = {}, now = NOW): HomeRow {
    shard.tables.homes.insert(batchNamed(id, { createdAt: NOW, ...more }), now)
    return rowOf(id)
  }
  const rowOf = (id: string) => shard.tables.homes.get(id) as HomeRow
  function insertIn(state: HomeState, id: string, more: Partial<Batch> = {}): void {
    shard.tables.homes.save({ ...insert(id, more), state })
  }
  const idsOf = (rows: readonly HomeRow[]) => rows.map(({ id }) => id)

  it('begins a batch, with open sources and nothing to tell', () => {
    expect(insert('a', { owner: 'me' })).to.deep.include({
      ...{ id: 'a', state: 'begun', phase: null, version: 0, is_open: 1, created_at: NOW, kept_at: NOW },
      ...{ finished_at: null, rejected: 0, lines: 0 },
    })
    expect(shard.tables.homes.get('b')).to.equal(null)
  })

  it('leaves a batch as it is that is created again', () => {
    insertIn('running', 'a')
    insert('a', { owner: 'other' }, NOW + 5)
    expect(rowOf('a')).to.include({ state: 'running', kept_at: NOW })
  })

  it('gives newer batches higher places, also when the clock was set back, and other shards others', () => {
    const places = [NOW, NOW - 60_000, NOW - 60_000, NOW + 60_000].map(
      (createdAt, at) => insert(`b${at}`, { createdAt }).place,
    )
    expect(places).to.deep.equal(places.toSorted((x, y) => x - y))
    expect(new Set(places).size).to.equal(4)
    expect(places.map((place) => place % 1024)).to.deep.equal([1, 1, 1, 1])
  })

  it('gives back the batch that was asked for', () => {
    const asked = batchNamed('a', {
      parameters: { fields: 'basic' },
      crawl: { ...crawlRules, maxMinutes: 2 },
      sitemaps: ['http://x.example/sitemap.xml'],
      owner: 'me',
      quota: { key: 'k', limit: 100 },
    })
    shard.tables.homes.insert(asked, NOW)
    expect(homeBatch(rowOf('a'))).to.deep.equal(asked)
  })

  for (const [state, shown] of [
    ['begun', 'running'],
    ['paused', 'paused'],
    ['cancelled', 'cancelled'],
    ['gone', 'finished'],
  ] as const)
    it(`shows a batch that is ${state} as ${shown}`, () => {
      insertIn(state, 'a')
      expect(homeBatch(rowOf('a')).state).to.equal(shown)
    })

  it('lists what an owner may see, the newest first, page by page and by state', () => {
    insertIn('running', 'own', { owner: 'me' })
    insertIn('finished', 'free')
    insertIn('running', 'other', { owner: 'you' })
    insertIn('begun', 'begun', { owner: 'me' })
    insertIn('gone', 'gone', { owner: 'me' })
    insertIn('paused', 'paused', { owner: 'me' })
    const { list } = shard.tables.homes
    const listing = { owner: 'me', state: null, limit: 10, after: null }
    expect(idsOf(list(listing))).to.deep.equal(['paused', 'free', 'own'])
    expect(idsOf(list({ ...listing, limit: 2 }))).to.deep.equal(['paused', 'free'])
    expect(idsOf(list({ ...listing, after: rowOf('free').place }))).to.deep.equal(['own'])
    expect(idsOf(list({ ...listing, state: 'running' }))).to.deep.equal(['own'])
    expect(idsOf(list({ ...listing, owner: 'you' }))).to.deep.equal(['other', 'free'])
  })

  it('names batches with open sources once they run', () => {
    insert('begun')
    insertIn('running', 'running')
    insertIn('paused', 'paused')
    insertIn('cancelled', 'cancelled')
    shard.tables.homes.save({ ...insert('closed'), state: 'running', is_open: 0 })
    expect(idsOf(shard.tables.homes.open())).to.deep.equal(['paused', 'running'])
  })

  it('names submissions that nobody continued since a time', () => {
    insert('old', {}, NOW - 1)
    insert('new', {}, NOW)
    insertIn('running', 'running')
    expect(idsOf(shard.tables.homes.begun(NOW))).to.deep.equal(['old'])
  })

  it('names batches that ended before a time, until they are gone', () => {
    const { homes } = shard.tables
    homes.save({ ...insert('early'), state: 'finished', finished_at: NOW - 2 })
    homes.save({ ...insert('late'), state: 'finished', finished_at: NOW })
    homes.save({ ...insert('gone'), state: 'gone', finished_at: NOW - 2 })
    insertIn('running', 'running')
    expect(idsOf(homes.endedBefore(NOW))).to.deep.equal(['early'])
    expect(idsOf(homes.endedBefore(NOW + 1))).to.deep.equal(['early', 'late'])
  })

  it('keeps the first rejected lines of each batch', () => {
    const { rejections } = shard.tables.homes
    rejections.insert(1, 0, [{ line: 3, reason: 'no URL' }])
    rejections.insert(2, 0, [{ line: 4, reason: 'too long' }])
    expect(rejections.all(1)).to.deep.equal([{ line: 3, reason: 'no URL' }])
  })
})
