import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type LogTables, logTables } from '#shared/adapters/sqlite/log/log-tables.ts'
import { makeReader, type Reader } from '#shared/adapters/sqlite/log/reader.ts'
import { makeRecordCache, type RecordCache } from '#shared/adapters/sqlite/log/record-cache.ts'
import type { Position } from '#shared/ports/event-log.ts'

describe('makeReader', () => {
  let database: Database
  let tables: LogTables
  let reader: Reader
  let pages: string[]
  let assigned: Position[][]
  let onReceived: () => void
  let warnings: number
  let recordCache: RecordCache

  beforeEach(() => {
    ;[pages, assigned, warnings] = [[], [], 0]
    onReceived = () => {}
    database = openDatabase(':memory:')
    tables = logTables(database.db)
    for (const topic of ['t', 'u']) tables.topics.add({ topic, retentionMs: 1000, maxRecordBytes: 1000 })
    recordCache = makeRecordCache({ records: 10, bytes: 10_000 })
    reader = makeReader({
      tables,
      recordCache,
      group: 'g',
      receiver: {
        assigned: (positions) => void assigned.push([...positions]),
        received(records) {
          pages.push(records.map(({ topic, offset }) => `${topic}${offset}`).join(' '))
          onReceived()
        },
      },
      page: { records: 2, bytes: 1000 },
      log: { info() {}, warn: () => void warnings++ },
    })
  })
  afterEach(() => {
    reader.close()
    database.close()
  })

  function append(name: string, count: number): void {
    const { id } = tables.topics.get(name)
    const first = tables.topics.takeOffsets(id, count)
    const record = { topic: name, key: null, value: 'v', headers: {} }
    for (let at = first; at < first + count; at++) tables.records.insert(id, at, record, 0)
  }
  const assign = (...names: string[]) => reader.assign(names.map((name) => tables.topics.get(name)))
  async function turns(count = 6): Promise<void> {
    for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
  }

  it('announces the position of the group first, then delivers page by page', async () => {
    append('t', 5)
    tables.commits.set('g', tables.topics.get('t').id, { offset: 1, metadata: 'm' })
    assign('t')
    expect(assigned).to.deep.equal([[{ topic: 't', partition: 0, offset: 1, metadata: 'm' }]])
    expect(pages, 'not within the call').to.deep.equal([])
    await turns()
    expect(pages).to.deep.equal(['t1 t2', 't3 t4'])
    expect([reader.owns('t'), reader.owns('u')]).to.deep.equal([true, false])
  })

  it('reads a topic again only when it is woken for it', async () => {
    assign('t', 'u')
    await turns()
    append('t', 1)
    append('u', 1)
    reader.wake(['u', 'other'])
    await turns()
    expect(pages).to.deep.equal(['u0'])
    reader.wake('all')
    await turns()
    expect(pages).to.deep.equal(['u0', 't0'])
  })

  /** Appends a record as this process does: it is in the table and in the cache. */
  function appendOwn(name: string): void {
    append(name, 1)
    const offset = tables.topicBounds(tables.topics.get(name)).end - 1
    recordCache.add(name, offset, [{ topic: name, key: null, value: 'v', headers: {} }], 0)
  }

  it('takes what this process appended from the cache, and reads the table for what another one did', async () => {
    assign('t')
    await turns()
    appendOwn('t')
    append('t', 1)
    reader.wake(['t'], false)
    await turns()
    expect(pages, 'nothing told of the second record').to.deep.equal(['t0'])
    reader.wake(['t'])
    await turns()
    expect(pages).to.deep.equal(['t0', 't1'])
  })

  it('misses no record of another process before or after a cached one, once it is woken', async () => {
    assign('t')
    await turns()
    append('t', 1)
    appendOwn('t')
    append('t', 1)
    reader.wake(['t'])
    reader.wake(['t'], false)
    await turns()
    expect(pages.join(' ')).to.equal('t0 t1 t2')
  })

  it('delivers nothing while it is paused', async () => {
    append('t', 3)
    onReceived = () => reader.pause()
    assign('t')
    await turns()
    expect(pages).to.deep.equal(['t0 t1'])
    reader.resume()
    await turns()
    expect(pages).to.deep.equal(['t0 t1', 't2'])
  })

  it('delivers the same records again a second after the receiver failed', async () => {
    append('t', 1)
    onReceived = () => {
      onReceived = () => {}
      throw new Error('the receiver failed')
    }
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      assign('t')
      await turns()
      mock.timers.tick(999)
      await turns()
      expect([pages, warnings]).to.deep.equal([['t0'], 1])
      mock.timers.tick(1)
      await turns()
      expect(pages).to.deep.equal(['t0', 't0'])
    } finally {
      mock.timers.reset()
    }
  })

  it('delivers nothing after it was closed', async () => {
    append('t', 1)
    assign('t')
    reader.close()
    await turns()
    expect(pages).to.deep.equal([])
  })
})
