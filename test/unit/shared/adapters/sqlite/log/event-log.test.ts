import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type SqliteEventLogOptions, sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { eventLogContract } from '#test/contract/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type LogCollector, logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

eventLogContract(
  'SQLite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pageprobe-log-'))
    const database = openDatabase(join(folder, 'pageprobe.db'))
    const log = sqliteEventLog({ database })
    return {
      ...log,
      async close() {
        await log.close()
        database.close()
        await rm(folder, { recursive: true })
      },
    }
  },
  { partitions: 1 },
)

describe('sqliteEventLog', () => {
  const clock = driveClockInEachTest()
  const HOUR = 3_600_000
  let folder: string
  let path: string
  let database: Database
  let log: EventLog
  const children: ChildProcess[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-log-'))
    path = join(folder, 'pageprobe.db')
    await open()
    await log.createTopics([{ topic: 't', retentionMs: HOUR, maxRecordBytes: 1_000_000 }])
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await close()
    await rm(folder, { recursive: true })
  })

  async function open(options: Omit<SqliteEventLogOptions, 'database'> = {}): Promise<void> {
    database = openDatabase(path)
    log = sqliteEventLog({ database, ...options })
  }

  async function close(): Promise<void> {
    await log.close()
    if (database.db.isOpen) database.close()
  }

  async function reopen(options: Omit<SqliteEventLogOptions, 'database'> = {}): Promise<void> {
    await close()
    await open(options)
  }

  async function read(group: string, topic: string, count: number): Promise<LogCollector> {
    const collector = logCollector()
    const subscription = await log.subscribe(group, [topic], collector)
    await eventually(() => collector.records.length >= count)
    await subscription.close()
    return collector
  }

  function startWriter(task: string): ChildProcess {
    const program = join(import.meta.dirname, 'log-writer.ts')
    const child = spawn(process.execPath, [program, path, 't', task], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    return child
  }

  const rows = () => database.db.prepare('SELECT count(*) AS n FROM log_records').get()?.n

  it('keeps topics, records and commits when it is closed and opened again', async () => {
    await log.append(['a', 'b', 'c'].map((value) => textRecord('t', 'k', value)))
    const collector = logCollector()
    const subscription = await log.subscribe('g', ['t'], collector)
    await eventually(() => collector.records.length === 3)
    await subscription.commit(positionsAfter(collector.records.slice(0, 1), 'meta'))
    await reopen()
    const later = await read('g', 't', 2)
    expect(later.values()).to.deep.equal(['b', 'c'])
    expect(later.assignments).to.deep.equal([[{ topic: 't', partition: 0, offset: 1, metadata: 'meta' }]])
  })

  it('keeps every append and commit that a process reported before it was killed', async () => {
    const child = startWriter('work')
    let last = 0
    if (child.stdout === null) throw new Error('the writer has no output')
    for await (const line of createInterface(child.stdout)) {
      last = Number(line)
      if (last === 300) child.kill('SIGKILL')
    }
    expect(last).to.be.at.least(300)
    const all = await read('another group', 't', last)
    const reported = Array.from({ length: last }, (_, index) => String(index + 1))
    expect(all.values().slice(0, last)).to.deep.equal(reported)
    const same = await read('group', 't', 0)
    const position = same.assignments[0]?.[0]
    expect(position?.offset).to.be.at.least(last)
    expect(position?.metadata).to.equal(`after ${position?.offset}`)
  })

  it('delivers the records that another process appends', async () => {
    const collector = logCollector()
    await log.subscribe('g', ['t'], collector)
    startWriter('once')
    await clock.eventually(() => collector.records.length === 1)
    expect(collector.values()).to.deep.equal(['from elsewhere'])
  })

  it('yields to the event loop between the pages of a backlog', async () => {
    await reopen({ pageRecords: 10 })
    await log.append(Array.from({ length: 100 }, (_, n) => textRecord('t', 'k', String(n))))
    const collector = logCollector()
    const pages: number[] = []
    let turns = 0
    const countTurns = () => {
      turns++
      if (collector.records.length < 100) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    await log.subscribe('g', ['t'], {
      ...collector,
      received(records) {
        pages.push(turns)
        collector.received(records)
      },
    })
    await eventually(() => collector.records.length === 100)
    expect(new Set(pages).size).to.equal(10)
  })

  it('delivers pages of limited bytes, and a larger record alone', async () => {
    await reopen({ pageBytes: 2500 })
    const sizes = [1000, 1000, 1000, 5000, 1000]
    await log.append(sizes.map((size) => textRecord('t', null, 'x'.repeat(size))))
    const pages: number[][] = []
    await log.subscribe('g', ['t'], {
      assigned() {},
      received: (records) => void pages.push(records.map(({ value }) => value?.length ?? 0)),
    })
    await eventually(() => pages.flat().length === 5)
    expect(pages).to.deep.equal([[1000, 1000], [1000], [5000], [1000]])
  })

  it('removes records over the retention of their topic, and never uses an offset twice', async () => {
    await reopen({ retentionCheckMs: 10 })
    await log.createTopics([{ topic: 'brief', retentionMs: 1, maxRecordBytes: 1000 }])
    await log.append([textRecord('t', 'k', 'kept')])
    await log.append(Array.from({ length: 450 }, () => textRecord('brief', 'k', 'gone')))
    await clock.until(() => rows() === 1)
    const lags = await log.lag('g', ['brief', 't'])
    expect(lags.map(({ records }) => records)).to.deep.equal([0, 1])
    const collector = await read('g', 'brief', 0)
    expect(collector.assignments).to.deep.equal([
      [{ topic: 'brief', partition: 0, offset: 450, metadata: '' }],
    ])
  })

  it('keeps records for the retention of the latest specification of their topic', async () => {
    await reopen({ retentionCheckMs: 10 })
    await log.append([textRecord('t', 'k', 'v')])
    await log.createTopics([{ topic: 't', retentionMs: 1, maxRecordBytes: 1_000_000 }])
    await clock.until(() => rows() === 0)
    await log.createTopics([{ topic: 't', retentionMs: HOUR, maxRecordBytes: 10 }])
    expect(await rejectionOf(log.append([textRecord('t', 'k', 'x'.repeat(50))]))).to.be.instanceOf(RangeError)
    await log.append([textRecord('t', 'k', 'v')])
    await clock.pass(1000)
    expect(rows()).to.equal(1)
  })

  it('removes records of a work topic once all groups that ever subscribed have consumed them', async () => {
    await reopen({ retentionCheckMs: 10, isWorkTopic: (topic) => topic === 'work', consumedGraceMs: 0 })
    await log.createTopics([{ topic: 'work', retentionMs: HOUR, maxRecordBytes: 1000 }])
    const collector = logCollector()
    const fast = await log.subscribe('fast', ['work', 't'], collector)
    const slow = await log.subscribe('slow', ['work', 't'], logCollector())
    for (const topic of ['work', 't']) {
      await log.append(Array.from({ length: 4 }, () => textRecord(topic, 'k', 'v')))
    }
    await eventually(() => collector.records.length === 8)
    const inTopic = (topic: string) => collector.records.filter((record) => record.topic === topic)
    await fast.commit([...positionsAfter(inTopic('work')), ...positionsAfter(inTopic('t'))])
    await slow.commit(positionsAfter(inTopic('work').slice(0, 3)))
    await clock.until(() => rows() === 5)
    expect((await read('new', 'work', 1)).records).to.deep.equal(inTopic('work').slice(3))
    expect((await read('new', 't', 4)).records).to.deep.equal(inTopic('t'))
  })

  it('reuses the space of removed records', async () => {
    await reopen({ retentionCheckMs: 10 })
    await log.createTopics([{ topic: 'brief', retentionMs: 1, maxRecordBytes: 200_000 }])
    async function fillAndEmpty(): Promise<number> {
      await log.append(Array.from({ length: 20 }, () => textRecord('brief', 'k', 'x'.repeat(100_000))))
      await clock.until(() => rows() === 0)
      database.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return statSync(path).size
    }
    const once = await fillAndEmpty()
    for (let n = 0; n < 4; n++) await fillAndEmpty()
    expect(await fillAndEmpty()).to.be.below(1.5 * once)
  })

  it('is unavailable for a missing topic, and works once another process has created it', async () => {
    const append = () => log.append([textRecord('later', 'k', 'v')])
    expect(isUnavailable(await rejectionOf(append()))).to.equal(true)
    const elsewhere = openDatabase(path)
    const other = sqliteEventLog({ database: elsewhere })
    await other.createTopics([{ topic: 'later', retentionMs: HOUR, maxRecordBytes: 1000 }])
    await append()
    await other.close()
    elsewhere.close()
  })

  it('is unavailable while the disk is full, and accepts records again afterwards', async () => {
    database.db.exec('PRAGMA max_page_count = 60')
    const large = () => log.append([textRecord('t', 'k', 'x'.repeat(900_000))])
    expect(isUnavailable(await rejectionOf(large()))).to.equal(true)
    database.db.exec('PRAGMA max_page_count = 100000')
    await large()
    expect((await read('g', 't', 1)).records).to.have.length(1)
  })

  it('is unavailable when the file is closed', async () => {
    database.close()
    expect(isUnavailable(await rejectionOf(log.ping()))).to.equal(true)
    expect(isUnavailable(await rejectionOf(log.append([textRecord('t', 'k', 'v')])))).to.equal(true)
  })
})
