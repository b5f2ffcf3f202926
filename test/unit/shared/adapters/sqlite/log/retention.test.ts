import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type LogTables, logTables } from '#shared/adapters/sqlite/log/log-tables.ts'
import { enforceRetention } from '#shared/adapters/sqlite/log/retention.ts'

const START = 1_000_000
const CHECK_MS = 1000
const GRACE_MS = 5000

describe('enforceRetention', () => {
  let database: Database
  let tables: LogTables
  let stop: () => void
  let warnings: number
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START })
    warnings = 0
    database = openDatabase(':memory:')
    tables = logTables(database.db)
    for (const topic of ['work', 'other'])
      tables.topics.add({ topic, retentionMs: 60_000, maxRecordBytes: 10 })
    stop = enforceRetention({
      database,
      tables,
      log: { info() {}, warn: () => void warnings++ },
      retentionCheckMs: CHECK_MS,
      isWorkTopic: (topic) => topic === 'work',
      consumedGraceMs: GRACE_MS,
    })
  })
  afterEach(() => {
    stop()
    mock.timers.reset()
    if (database.db.isOpen) database.close()
  })

  function append(name: string, count: number): void {
    const { id } = tables.topics.get(name)
    const first = tables.topics.takeOffsets(id, count)
    const record = { topic: name, key: null, value: 'v', headers: {} }
    for (let at = first; at < first + count; at++) tables.records.insert(id, at, record, Date.now())
  }
  /** The numbers of records of both topics. */
  const left = () =>
    ['work', 'other'].map((name) => {
      const { oldest, end } = tables.topicBounds(tables.topics.get(name))
      return end - oldest
    })
  /** Lets the time pass check by check; the writes of one turn are committed in the next one. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += CHECK_MS) {
      mock.timers.tick(CHECK_MS)
      for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
    }
  }

  it('removes records after their retention, and younger ones not', async () => {
    append('other', 2)
    await pass(30_000)
    append('other', 1)
    await pass(30_000)
    expect(left()).to.deep.equal([0, 3])
    await pass(CHECK_MS)
    expect(left()).to.deep.equal([0, 1])
  })

  it('removes what all groups have consumed of a work topic, after the grace', async () => {
    append('work', 4)
    append('other', 4)
    for (const [group, offset] of [
      ['fast', 4],
      ['slow', 3],
    ] as const)
      for (const name of ['work', 'other'])
        tables.commits.set(group, tables.topics.get(name).id, { offset, metadata: '' })
    await pass(GRACE_MS)
    expect(left()).to.deep.equal([4, 4])
    await pass(CHECK_MS)
    expect(left()).to.deep.equal([1, 4])
  })

  it('removes nothing by a specification that was replaced before the removal', async () => {
    for (const name of ['work', 'other']) append(name, 1)
    await pass(60_000)
    mock.timers.tick(CHECK_MS)
    // The first topic waits for its turn to write, the second one is still to be looked at.
    for (const topic of ['work', 'other'])
      tables.topics.add({ topic, retentionMs: 600_000, maxRecordBytes: 10 })
    await pass(CHECK_MS)
    expect(left()).to.deep.equal([1, 1])
  })

  it('removes 200 records in one step', async () => {
    append('other', 450)
    await pass(60_000)
    mock.timers.tick(CHECK_MS)
    const counts = new Set<number | undefined>()
    while (left()[1] !== 0) {
      counts.add(left()[1])
      await new Promise(setImmediate)
    }
    expect([...counts]).to.deep.equal([450, 250, 50])
  })

  it('logs a failure, and tries again', async () => {
    append('other', 1)
    database.db.exec('ALTER TABLE log_records RENAME TO away')
    await pass(CHECK_MS)
    database.db.exec('ALTER TABLE away RENAME TO log_records')
    expect(warnings).to.equal(1)
    await pass(61_000)
    expect(left()).to.deep.equal([0, 0])
  })

  it('removes nothing after it was stopped', async () => {
    append('other', 1)
    stop()
    await pass(62_000)
    expect([left(), warnings]).to.deep.equal([[0, 1], 0])
  })
})
