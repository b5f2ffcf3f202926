import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type SqliteEventLog, sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { unavailable } from '#shared/errors.ts'
import { SHARDS } from '#shared/messages/topics.ts'
import type { ShardSnapshot } from '#stages/batch/shards/directory/directory-entries.ts'
import { openShardDirectory, type ShardDirectory } from '#stages/batch/shards/directory/shard-directory.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { ownerOn, readRecord, snapshotAt } from './directory-scene.ts'

const HOUR_MS = 3_600_000
const topicOf = (retentionMs: number) => [{ topic: SHARDS, retentionMs, maxRecordBytes: 65_536 }]

describe('openShardDirectory', () => {
  let database: ReturnType<typeof openDatabase>
  let log: SqliteEventLog
  const open: ShardDirectory[] = []

  beforeEach(async () => {
    database = openDatabase(':memory:')
    log = sqliteEventLog({ database, retentionCheckMs: 10 })
    await log.createTopics(topicOf(HOUR_MS))
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((directory) => directory.close()))
    await log.close()
    database.close()
  })

  function openDirectory(events = log.reader, logger = silentLog): ShardDirectory {
    const directory = openShardDirectory({ log, events, shards: 4, logger })
    open.push(directory)
    return directory
  }

  /** Appends what a process announces that has not read the directory. */
  const append = (snapshot: ShardSnapshot) => log.append([readRecord({ kind: 'snapshot', ...snapshot })])
  const objectsInLog = async () => {
    const { records } = await log.reader.read(SHARDS, 0, 0)
    return records.map(({ value }) => JSON.parse(String(value)).object)
  }

  it('knows what was announced before it was opened, once it has caught up', async () => {
    const first = openDirectory()
    await first.announceOwner(ownerOn(1, 'a'))
    expect(await first.announceSnapshot(snapshotAt(1, 10))).to.equal(true)
    expect([first.owner(1), first.snapshot(1)]).to.deep.equal([ownerOn(1, 'a'), snapshotAt(1, 10)])
    const second = openDirectory()
    await second.caughtUp()
    expect([second.owner(1), second.snapshot(1)]).to.deep.equal([ownerOn(1, 'a'), snapshotAt(1, 10)])
    expect([second.owner(2), second.snapshot(2)]).to.deep.equal([null, null])
  })

  it('follows what others announce', async () => {
    const [own, other] = [openDirectory(), openDirectory()]
    const changed: number[] = []
    const stop = other.onChange((shard) => void changed.push(shard))
    await own.announceOwner(ownerOn(3, 'a'))
    await own.announceSnapshot(snapshotAt(2, 10))
    await eventually(() => changed.length === 2)
    expect([other.owner(3), other.snapshot(2)]).to.deep.equal([ownerOn(3, 'a'), snapshotAt(2, 10)])
    stop()
    await own.announceOwner(ownerOn(3, 'b'))
    await eventually(() => other.owner(3)?.instance === 'run-of-b')
    expect(changed).to.deep.equal([3, 2])
  })

  it('has read all that was appended when caughtUp was called, more than a page of it', async () => {
    const directory = openDirectory()
    for (let position = 1; position <= 200; position++) await append(snapshotAt(0, position))
    await directory.caughtUp()
    expect(directory.snapshot(0)?.position).to.equal(200)
  })

  it('refuses a snapshot that is older than the known one', async () => {
    await append(snapshotAt(1, 20))
    const former = openDirectory()
    await former.caughtUp()
    expect(await former.announceSnapshot(snapshotAt(1, 19))).to.equal(false)
    expect(await objectsInLog()).to.deep.equal(['frontier/1-20-a'])
  })

  it('tells a former owner that another snapshot counts when it could not know that', async () => {
    const former = openShardDirectory({
      events: log.reader,
      shards: 4,
      logger: silentLog,
      log: {
        async append(records) {
          await append(snapshotAt(1, 20, 'new'))
          return log.append(records)
        },
      },
    })
    open.push(former)
    expect(await former.announceSnapshot(snapshotAt(1, 19, 'old'))).to.equal(false)
    expect(former.snapshot(1)).to.deep.equal(snapshotAt(1, 20, 'new'))
  })

  it('announces its snapshot again when a former owner announced an older one after it', async () => {
    const [owner, reader] = [openDirectory(), openDirectory()]
    await owner.announceSnapshot(snapshotAt(1, 20, 'new'))
    await append(snapshotAt(1, 19, 'old'))
    await eventually(async () => (await objectsInLog()).length === 3)
    expect((await objectsInLog()).at(-1)).to.equal('frontier/1-20-new')
    await Promise.all([owner.caughtUp(), reader.caughtUp()])
    for (const { snapshot } of [owner, reader]) expect(snapshot(1)).to.deep.equal(snapshotAt(1, 20, 'new'))
    expect(await objectsInLog()).to.have.length(3)
  })

  it('passes over records that cannot be read and shards that do not exist', async () => {
    const key = Buffer.from('owner/1')
    await log.append([
      { topic: SHARDS, key, value: '{"kind":"owner","shard":', headers: {} },
      { topic: SHARDS, key: null, value: null, headers: {} },
      readRecord({ kind: 'owner', ...ownerOn(5, 'a') }),
      readRecord({ kind: 'owner', ...ownerOn(1, 'b') }),
    ])
    const directory = openDirectory()
    await directory.caughtUp()
    expect([directory.owner(5), directory.owner(1)]).to.deep.equal([null, ownerOn(1, 'b')])
  })

  it('goes on from the oldest record after retention removed some', async () => {
    await append(snapshotAt(1, 10))
    const directory = openDirectory()
    await directory.caughtUp()
    await log.createTopics(topicOf(1))
    await eventually(async () => (await log.reader.bounds(SHARDS))[0]?.oldest === 1)
    await log.createTopics(topicOf(HOUR_MS))
    await append(snapshotAt(2, 10))
    await directory.caughtUp()
    expect([directory.snapshot(1), directory.snapshot(2)]).to.deep.equal([
      snapshotAt(1, 10),
      snapshotAt(2, 10),
    ])
  })

  it('waits while the log cannot be read, and reports other errors', async () => {
    await append(snapshotAt(1, 10))
    const failures = [unavailable('event log'), new Error('of another kind')]
    const { log: logger, errors } = errorLog()
    const read: typeof log.reader.read = async (...place) => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return log.reader.read(...place)
    }
    const directory = openDirectory({ ...log.reader, read }, logger)
    await directory.caughtUp()
    expect(directory.snapshot(1)).to.deep.equal(snapshotAt(1, 10))
    expect(errors).to.have.length(1)
  })

  it('rejects who waits for a log that cannot be read when it is closed', async () => {
    const read = () => Promise.reject(unavailable('event log'))
    const directory = openDirectory({ ...log.reader, read })
    const waiting = rejectionOf(directory.caughtUp())
    await directory.close()
    expect(await waiting).to.have.property('name', 'AbortError')
  })

  it('rejects with what the log answers to an announcement', async () => {
    const failure = unavailable('event log')
    const directory = openShardDirectory({
      log: { append: () => Promise.reject(failure) },
      events: log.reader,
      shards: 4,
      logger: silentLog,
    })
    open.push(directory)
    expect(await rejectionOf(directory.announceOwner(ownerOn(1, 'a')))).to.equal(failure)
    expect(await rejectionOf(directory.announceSnapshot(snapshotAt(1, 10)))).to.equal(failure)
    expect([directory.owner(1), directory.snapshot(1)]).to.deep.equal([null, null])
  })
})
