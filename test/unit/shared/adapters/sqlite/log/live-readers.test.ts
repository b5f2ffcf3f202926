import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type SqliteEventLog, sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { isUnavailable } from '#shared/errors.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'

const HOUR_MS = 3_600_000
const spec = (topic: string) => ({ topic, retentionMs: HOUR_MS, maxRecordBytes: 1_000_000 })
const texts = (topic: string, count: number) =>
  Array.from({ length: count }, (_, at) => textRecord(topic, 'k', String(at)))

describe('makeLiveReaders', () => {
  let folder: string
  let databases: Database[]
  let log: SqliteEventLog
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-tail-'))
    databases = []
    log = open()
    await log.createTopics([spec('t'), spec('u')])
  })
  afterEach(async () => {
    await log.close()
    for (const database of databases) if (database.db.isOpen) database.close()
    await rm(folder, { recursive: true })
  })

  function open(): SqliteEventLog {
    const database = openDatabase(join(folder, 'log.db'))
    databases.push(database)
    return sqliteEventLog({ database, externalCheckMs: 10 })
  }

  it('returns the bounds of a topic', async () => {
    expect(await log.reader.bounds('t')).to.deep.equal([{ oldest: 0, end: 0 }])
    await log.append(texts('t', 5))
    expect(await log.reader.bounds('t')).to.deep.equal([{ oldest: 0, end: 5 }])
    databases[0]?.db.exec('DELETE FROM log_records')
    expect(await log.reader.bounds('t')).to.deep.equal([{ oldest: 5, end: 5 }])
    const gone = { records: [], next: 4, isGone: true, isEnd: false }
    expect(await log.reader.read('t', 0, 4)).to.deep.equal(gone)
    expect((await log.reader.read('t', 0, 5)).isGone).to.equal(false)
  })

  it('reads a page of records from any offset, repeatedly', async () => {
    await log.append([...texts('t', 300), ...texts('u', 1)])
    const read = async (offset: number) =>
      (await log.reader.read('t', 0, offset)).records.map((one) => one.offset)
    const page = await read(10)
    expect(page.slice(0, 2)).to.deep.equal([10, 11])
    expect(page.length).to.be.within(2, 299)
    expect(await read(10)).to.deep.equal(page)
    expect(await read(299)).to.deep.equal([299])
    expect(await read(300)).to.deep.equal([])
    expect(await log.lag('some', ['t'])).to.have.nested.property('[0].records', 300)
  })

  it('returns large records one by one', async () => {
    await log.append(Array.from({ length: 3 }, () => textRecord('t', null, 'x'.repeat(400_000))))
    expect((await log.reader.read('t', 0, 0)).records).to.have.length(1)
  })

  it('reports appends of this and another process until the watch is stopped', async () => {
    const changes: unknown[] = []
    const stop = log.reader.watch(['t'], (changed) => void changes.push(changed))
    await log.append([...texts('t', 1), ...texts('u', 1)])
    await log.append(texts('u', 1))
    expect(changes).to.deep.equal([[{ topic: 't', partition: 0 }]])
    const other = open()
    await other.append(texts('u', 1))
    await eventually(() => changes.includes('all'))
    await other.close()
    stop()
    const before = changes.length
    await log.append(texts('t', 1))
    expect(changes).to.have.length(before)
  })

  it('is unavailable for a missing topic, and when the file is closed', async () => {
    expect(isUnavailable(await rejectionOf(log.reader.read('none', 0, 0)))).to.equal(true)
    databases[0]?.close()
    expect(isUnavailable(await rejectionOf(log.reader.read('t', 0, 0)))).to.equal(true)
    expect(isUnavailable(await rejectionOf(log.reader.bounds('t')))).to.equal(true)
  })
})
