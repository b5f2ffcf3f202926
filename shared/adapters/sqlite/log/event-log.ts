import type { DatabaseSync } from 'node:sqlite'
import type { EventLog, EventReader, NewRecord, RecordPlace } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../../log.ts'
import { bufferOf, checkRecordSize } from '../../common/record-size.ts'
import type { Database } from '../database.ts'
import { makeGroups } from './groups.ts'
import { makeLiveReaders } from './live-readers.ts'
import { type LogTables, logTables } from './log-tables.ts'
import { makeReader } from './reader.ts'
import { makeRecordCache } from './record-cache.ts'
import { enforceRetention } from './retention.ts'

export interface SqliteEventLog extends EventLog {
  /** Ends with the log. */
  readonly reader: EventReader
  /**
   * Another process has appended to these topics: reads them now, not at the next check for external writes.
   */
  notice(topics: readonly string[]): void
}

export interface SqliteEventLogOptions {
  /** Owned by the caller: closing the log leaves it open. */
  readonly database: Database
  readonly log?: AdapterLog
  /** The most records and bytes that a receiver gets at once. */
  readonly pageRecords?: number
  readonly pageBytes?: number
  /** How often appends of other processes are looked for. */
  readonly externalCheckMs?: number
  readonly retentionCheckMs?: number
  /** Called after each append of this process. */
  readonly onAppend?: (records: readonly NewRecord[]) => void
  /**
   * Topics whose records may be removed before their retention ends: once every group that ever subscribed
   * has consumed them.
   */
  readonly isWorkTopic?: (topic: string) => boolean
  /**
   * Consumed records are kept this long all the same: at the first start some groups subscribe later than
   * others.
   */
  readonly consumedGraceMs?: number
}

const defaults = {
  pageRecords: 256,
  pageBytes: 1024 * 1024,
  externalCheckMs: 200,
  retentionCheckMs: 1000,
  isWorkTopic: () => false,
  onAppend: () => {},
  consumedGraceMs: 60_000,
}

/** Large enough for the records in transit from one stage to the next. */
const CACHE_LIMITS = { records: 4096, bytes: 16 * 1024 * 1024 }

/** Page size of a reader without a group. */
const LIVE_PAGE = { records: 64, bytes: 256 * 1024 }

/**
 * The embedded EventLog: topics with one partition each, in tables of one SQLite file. Records appended in
 * one turn of the event loop are committed together. Several processes may append to the file, but all
 * members of a group must be in one process.
 */
export function sqliteEventLog(options: SqliteEventLogOptions): SqliteEventLog {
  const { database, log, ...settings } = { log: undefined, ...defaults, ...options }
  const tables = logTables(database.db)
  const groups = makeGroups(database, tables)
  const page = { records: settings.pageRecords, bytes: settings.pageBytes }
  const recordCache = makeRecordCache(CACHE_LIMITS)
  const liveReaders = makeLiveReaders(tables, LIVE_PAGE)
  const wake = (topicNames: readonly string[] | 'all', isExternal = true) => {
    groups.wake(topicNames, isExternal)
    liveReaders.wake(topicNames)
  }
  const stopWatching = watchExternalWrites(database.db, settings.externalCheckMs, () => wake('all'))
  const stopRetention = enforceRetention({ database, tables, log, ...settings })

  return {
    reader: liveReaders.reader,
    notice: (topicNames) => wake(topicNames),
    async createTopics(topics) {
      await database.write(() => topics.forEach(tables.topics.add))
    },
    async append(newRecords) {
      const records = newRecords.map(withBytes)
      const byTopic = Map.groupBy(records, ({ topic }) => topic)
      for (const record of records) checkRecordSize(record, tables.topics.get(record.topic).maxRecordBytes)
      const timestamp = Date.now()
      const firsts = await database.write(
        () => new Map([...byTopic].map(([name, group]) => [name, insert(tables, name, group, timestamp)])),
      )
      for (const [name, group] of byTopic) {
        recordCache.add(name, firsts.get(name) as number, group, timestamp)
      }
      wake([...byTopic.keys()], false)
      settings.onAppend(records)
      return placesOf(records, firsts)
    },
    async subscribe(group, topics, receiver) {
      return groups.join(group, topics, makeReader({ tables, recordCache, group, receiver, page, log }))
    },
    async lag(group, topics) {
      return topics.map((topic) => tables.lag(group, tables.topics.get(topic)))
    },
    async ping() {
      tables.topics.all()
    },
    async close() {
      stopWatching()
      stopRetention()
      groups.closeAll()
      liveReaders.close()
    },
  }
}

/** Converts text to bytes once, for measuring, storing and caching. */
function withBytes({ key, value, ...record }: NewRecord): NewRecord {
  return { ...record, key: bufferOf(key), value: bufferOf(value) }
}

/** Inserts the records; returns the offset of the first. */
function insert(tables: LogTables, name: string, records: readonly NewRecord[], timestamp: number): number {
  const { id } = tables.topics.get(name)
  const first = tables.topics.takeOffsets(id, records.length)
  for (const [index, record] of records.entries()) tables.records.insert(id, first + index, record, timestamp)
  return first
}

/** The places of records whose topics got them in this order, from the given first offset of each topic on. */
function placesOf(records: readonly NewRecord[], firsts: ReadonlyMap<string, number>): RecordPlace[] {
  const next = new Map(firsts)
  return records.map(({ topic }) => {
    const offset = next.get(topic) as number
    next.set(topic, offset + 1)
    return { topic, partition: 0, offset }
  })
}

/**
 * Calls `onWrite` after another connection, usually of another process, has written to the file: only then
 * does SQLite's `data_version` change. Stops when the returned function is called; does not keep the process
 * alive.
 */
function watchExternalWrites(db: DatabaseSync, everyMs: number, onWrite: () => void): () => void {
  const version = db.prepare('PRAGMA data_version')
  let lastVersion = version.get()?.data_version

  function isChanged(): boolean {
    const before = lastVersion
    try {
      lastVersion = version.get()?.data_version
    } catch {
      // The next read fails in the same way and reports it.
      return true
    }
    return lastVersion !== before
  }

  const timer = setInterval(() => {
    if (isChanged()) onWrite()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
