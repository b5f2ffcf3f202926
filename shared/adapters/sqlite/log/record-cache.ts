import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { PageLimits } from './tables/records-table.ts'

/** Limits of the cache. */
export interface CacheLimits {
  readonly records: number
  readonly bytes: number
}

/**
 * Cache of the records that this process appended last, in the form in which they are read. Several groups
 * read most records at once; without the cache each group would read and decode its own copy.
 */
export interface RecordCache {
  /** Adds committed records, the first of them at `offset`. */
  add(topic: string, offset: number, records: readonly NewRecord[], timestamp: number): void
  /**
   * Records from `offset` on, without a gap; null if the first is not cached. More records may follow a full
   * page.
   */
  page(topic: string, offset: number, limits: PageLimits): { records: LogRecord[]; isFull: boolean } | null
}

interface CachedRecord {
  readonly record: LogRecord
  readonly bytes: number
}

type CachedTopic = Map<number, CachedRecord>

/** Creates an empty cache. Evicts the oldest records when a limit is exceeded. */
export function makeRecordCache(limits: CacheLimits): RecordCache {
  const topics = new Map<string, CachedTopic>()
  /** Oldest first. */
  const queue = new Set<CachedRecord>()
  const ends = new Map<string, number>()
  let bytes = 0

  function store(topic: CachedTopic, cached: CachedRecord): void {
    topic.set(cached.record.offset, cached)
    queue.add(cached)
    bytes += cached.bytes
  }

  function evict(): void {
    for (const oldest of queue) {
      if (queue.size <= limits.records && bytes <= limits.bytes) return
      queue.delete(oldest)
      topics.get(oldest.record.topic)?.delete(oldest.record.offset)
      bytes -= oldest.bytes
    }
  }

  return {
    add(name, offset, records, timestamp) {
      const topic: CachedTopic = topics.get(name) ?? new Map()
      topics.set(name, topic)
      for (const [index, record] of records.entries()) {
        store(topic, toCachedRecord(record, offset + index, timestamp))
      }
      ends.set(name, Math.max(ends.get(name) ?? 0, offset + records.length))
      evict()
    },
    page(name, offset, limits) {
      const records = consecutive(topics.get(name), offset, limits)
      return records.length === 0
        ? null
        : { records, isFull: (ends.get(name) ?? 0) > offset + records.length }
    },
  }
}

function consecutive(topic: CachedTopic | undefined, offset: number, limits: PageLimits): LogRecord[] {
  const records: LogRecord[] = []
  let bytes = 0
  for (let at = offset; records.length < limits.records; at++) {
    const cached = topic?.get(at)
    bytes += cached?.bytes ?? 0
    if (cached === undefined || (records.length > 0 && bytes > limits.bytes)) break
    records.push(cached.record)
  }
  return records
}

function toCachedRecord(record: NewRecord, offset: number, timestamp: number): CachedRecord {
  const headers = Object.fromEntries(
    Object.entries(record.headers).map(([name, value]) => [name, bytesOf(value) as Buffer]),
  )
  const [key, value] = [bytesOf(record.key), bytesOf(record.value)]
  const size = Object.values(headers).reduce((sum, one) => sum + one.length, 0)
  const read = { topic: record.topic, partition: 0, offset, key, value, headers, timestamp }
  return { record: read, bytes: size + (key?.length ?? 0) + (value?.length ?? 0) }
}

function bytesOf(data: Buffer | string | null): Buffer | null {
  return typeof data === 'string' ? Buffer.from(data) : data
}
