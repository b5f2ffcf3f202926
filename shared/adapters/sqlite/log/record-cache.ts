import { LRUCache } from 'lru-cache'
import type { Headers, LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { bufferOf } from '../../common/record-size.ts'
import type { Page, PageLimits } from './records-table.ts'

interface CachedRecord {
  readonly record: LogRecord
  readonly bytes: number
}

export type RecordCache = ReturnType<typeof makeRecordCache>

/**
 * Cache of the records that this process appended last, in the form in which they are read. Several groups
 * read most records at once; without the cache each group would read and decode its own copy. Evicts the oldest
 * records when a limit is exceeded.
 */
export function makeRecordCache(limits: PageLimits) {
  const cache = new LRUCache<string, CachedRecord>({
    max: limits.records,
    maxSize: limits.bytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  })
  const ends = new Map<string, number>()

  /** Reads without a change of the order of eviction: a slow group does not keep old records in the cache. */
  function consecutive(topic: string, offset: number, page: PageLimits): LogRecord[] {
    const records: LogRecord[] = []
    let bytes = 0
    for (let at = offset; records.length < page.records; at++) {
      const cached = cache.peek(keyOf(topic, at))
      bytes += cached?.bytes ?? 0
      if (cached === undefined || (records.length > 0 && bytes > page.bytes)) break
      records.push(cached.record)
    }
    return records
  }

  return {
    /** Adds committed records, the first of them at `offset`. */
    add(topic: string, offset: number, records: readonly NewRecord[], timestamp: number): void {
      for (const [index, record] of records.entries()) {
        cache.set(keyOf(topic, offset + index), toCachedRecord(record, offset + index, timestamp))
      }
      ends.set(topic, Math.max(ends.get(topic) ?? 0, offset + records.length))
    },
    /**
     * Records from `offset` on, without a gap; null if the first is not cached. More records may follow a full
     * page.
     */
    page(topic: string, offset: number, page: PageLimits): Page | null {
      const records = consecutive(topic, offset, page)
      return records.length === 0
        ? null
        : { records, isFull: (ends.get(topic) ?? 0) > offset + records.length }
    },
  }
}

function keyOf(topic: string, offset: number): string {
  return `${topic}/${offset}`
}

function toCachedRecord(record: NewRecord, offset: number, timestamp: number): CachedRecord {
  const { topic, headers } = record
  const [key, value] = [bufferOf(record.key), bufferOf(record.value)]
  const size = Object.values(headers).reduce((sum, one) => sum + one.length, 0)
  const bytes = size + (key?.length ?? 0) + (value?.length ?? 0)
  const read = { topic, partition: 0, offset, key, value, timestamp }
  return { record: isText(headers) ? withTexts(read, headers) : { ...read, headers: encode(headers) }, bytes }
}

type HeaderTexts = NonNullable<LogRecord['headerTexts']>

/** Whether all headers are text that bytes preserve. */
function isText(headers: Headers): headers is HeaderTexts {
  return Object.values(headers).every((value) => typeof value === 'string' && value.isWellFormed())
}

/**
 * The record with its headers as text. Their bytes are made when they are wanted. The text is not enumerable: a copy of the
 * record with other headers must not have it.
 */
function withTexts(record: Omit<LogRecord, 'headers'>, texts: HeaderTexts): LogRecord {
  let encoded: LogRecord['headers'] | undefined
  const read = {
    ...record,
    get headers() {
      encoded ??= encode(texts)
      return encoded
    },
  }
  return Object.defineProperty(read, 'headerTexts', { value: texts })
}

function encode(headers: Headers): LogRecord['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, bufferOf(value)]))
}
