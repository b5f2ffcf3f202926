import { expect } from 'chai'
import { addToHistory, type HistoryQuery, readHistory, recordEnd } from '#gateway/inspections/history.ts'
import type { InspectionRecord } from '#shared/store/inspection-record.ts'
import { inspectionKey } from '#shared/store/keys.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const any: HistoryQuery = { operation: null, host: null, state: null, limit: 100, before: null }

describe('history of inspections', () => {
  let embedded: Embedded
  /** Keys that were read, one list for each round trip. */
  let reads: (readonly string[])[]
  let clock: DrivenClock
  beforeEach(async () => {
    clock = driveClock()
    embedded = await openEmbedded()
    reads = []
  })
  afterEach(async () => {
    await embedded.close()
    clock.stop()
  })

  async function add(
    id: string,
    more: Partial<InspectionRecord> = {},
    keep = 1000,
  ): Promise<InspectionRecord> {
    const record = {
      owner: 'key',
      operation: 'metadata',
      url: `http://shop.example/${id}`,
      expiresAt: Date.now() + 60_000,
      ...more,
    }
    await embedded.store.set(inspectionKey(id), JSON.stringify(record), 60)
    await addToHistory(embedded.store, 'tenant', id, keep)
    return record
  }
  function read(more: Partial<HistoryQuery> = {}, historyScanned = 1000, tenant = 'tenant') {
    const store = {
      ...embedded.store,
      getMany: (keys: readonly string[]) => {
        reads.push(keys)
        return embedded.store.getMany(keys)
      },
    }
    return readHistory({ store, historyScanned }, tenant, { ...any, ...more })
  }
  const idsOf = async (more: Partial<HistoryQuery> = {}, scanned?: number) =>
    (await read(more, scanned)).inspections.map(({ id }) => id)

  it('lists running inspections newest first, of one tenant', async () => {
    await add('a')
    await add('b', { operation: 'snapshot' })
    const { inspections, next } = await read()
    expect(inspections.map(({ createdAt: _, ...one }) => one)).to.deep.equal([
      {
        id: 'b',
        operation: 'snapshot',
        url: 'http://shop.example/b',
        state: 'running',
        code: null,
        ms: null,
      },
      {
        id: 'a',
        operation: 'metadata',
        url: 'http://shop.example/a',
        state: 'running',
        code: null,
        ms: null,
      },
    ])
    expect(next).to.equal(null)
    for (const { createdAt } of inspections) expect(createdAt).to.equal(Date.now())
    expect((await read({}, 1000, 'other')).inspections).to.deep.equal([])
  })

  it('shows how an inspection ended, and keeps the first end', async () => {
    const one = await add('a')
    const other = await add('b')
    const { createdAt } = (await read()).inspections[1] as { createdAt: number }
    await recordEnd(embedded.store, { id: 'a', record: one }, { at: createdAt + 1500, code: null })
    await recordEnd(embedded.store, { id: 'b', record: other }, { at: 0, code: 'TIMEOUT' })
    const [b, a] = (await read()).inspections
    expect([a?.state, a?.code, a?.ms]).to.deep.equal(['done', null, 1500])
    expect([b?.state, b?.code, b?.ms], 'a clock that is behind').to.deep.equal(['failed', 'TIMEOUT', 0])
    const stored = JSON.parse((await embedded.store.get(inspectionKey('a'))) ?? '')
    expect(stored).to.deep.equal({ ...one, end: { at: createdAt + 1500, code: null } })
    await recordEnd(embedded.store, { id: 'a', record: stored }, { at: createdAt + 9000, code: 'TIMEOUT' })
    expect((await read()).inspections[1]?.state).to.equal('done')
  })

  it('shows the state of the inspection that a request joined', async () => {
    const leader = await add('a')
    await add('b', { sameAs: 'a' })
    expect((await read()).inspections[0]).to.include({ id: 'b', state: 'running' })
    await recordEnd(embedded.store, { id: 'a', record: leader }, { at: Date.now() + 5000, code: 'TIMEOUT' })
    const [b] = (await read()).inspections
    expect(b).to.include({ id: 'b', state: 'failed', code: 'TIMEOUT', url: 'http://shop.example/b' })
    expect(b?.ms).to.equal(5000)
  })

  it('leaves out what has no record, and what has no end long after its deadline', async () => {
    await add('a')
    await add('b', { expiresAt: Date.now() - 570_000 })
    await add('c', { expiresAt: Date.now() - 610_000 })
    await embedded.store.delete(inspectionKey('a'))
    expect(await idsOf()).to.deep.equal(['b'])
  })

  it('keeps the newest of an owner', async () => {
    for (const id of ['a', 'b', 'c']) await add(id, {}, 2)
    expect(await idsOf()).to.deep.equal(['c', 'b'])
  })

  it('goes on behind a page, wherever inspections begin or end meanwhile', async () => {
    const records = new Map<string, InspectionRecord>()
    for (const id of ['a', 'b', 'c', 'd', 'e']) records.set(id, await add(id))
    const first = await read({ limit: 2 })
    expect(first.inspections.map(({ id }) => id)).to.deep.equal(['e', 'd'])
    await add('f')
    await recordEnd(
      embedded.store,
      { id: 'c', record: records.get('c') as InspectionRecord },
      { at: 0, code: null },
    )
    const second = await read({ limit: 2, before: first.next })
    expect(second.inspections.map(({ id }) => id)).to.deep.equal(['c', 'b'])
    const third = await read({ limit: 2, before: second.next })
    expect([third.inspections.map(({ id }) => id), third.next]).to.deep.equal([['a'], null])
  })

  it('has no next page behind one that ends with the oldest', async () => {
    for (const id of ['a', 'b']) await add(id)
    expect((await read({ limit: 2 })).next).to.equal(null)
    expect((await read({ limit: 1 })).next).to.be.a('number')
  })

  it('filters by operation, host and state', async () => {
    await add('a', { operation: 'snapshot', url: 'http://other.example:8080/' })
    const b = await add('b', { url: 'http://other.example/' })
    await add('c')
    await recordEnd(embedded.store, { id: 'b', record: b }, { at: Date.now(), code: 'TIMEOUT' })
    expect(await idsOf({ operation: 'snapshot' })).to.deep.equal(['a'])
    expect(await idsOf({ host: 'other.example' })).to.deep.equal(['b', 'a'])
    expect(await idsOf({ host: 'other.example:8080' })).to.deep.equal(['a'])
    expect(await idsOf({ host: 'example' })).to.deep.equal([])
    expect(await idsOf({ state: 'failed' })).to.deep.equal(['b'])
    expect(await idsOf({ state: 'running' })).to.deep.equal(['c', 'a'])
    expect(await idsOf({ state: 'done' })).to.deep.equal([])
    expect(await idsOf({ operation: 'metadata', host: 'other.example', state: 'failed' })).to.deep.equal([
      'b',
    ])
  })

  it('looks at a bounded number of inspections for a page, and says where to go on', async () => {
    await add('wanted', { operation: 'snapshot' })
    for (let one = 0; one < 250; one++) await add(`other-${one}`)
    const first = await read({ operation: 'snapshot' }, 150)
    expect(first.inspections).to.deep.equal([])
    expect(reads.flat()).to.have.length(150)
    const second = await read({ operation: 'snapshot', before: first.next }, 150)
    expect(second.inspections.map(({ id }) => id)).to.deep.equal(['wanted'])
    expect(second.next).to.equal(null)
  })

  it('reads records, never outcomes', async () => {
    await add('a')
    await add('b', { sameAs: 'a' })
    await read()
    expect(reads).to.deep.equal([[inspectionKey('b'), inspectionKey('a')], [inspectionKey('a')]])
  })
})
