import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { PageLimits } from './records.ts'

/** How much is remembered. */
export interface RecentLimits {
  readonly records: number
  readonly bytes: number
}

/**
 * The records that this process appended last, as they would be read back: most are read at once, by several groups, and
 * each would read and decode its own copy.
 */
export interface Recent {
  /** Records that were committed, the first of them at `offset`. */
  add(topic: string, offset: number, records: readonly NewRecord[], timestamp: number): void
  /** Those from `offset` on, without a gap; null when that one is not remembered. A full page may have others behind it. */
  page(topic: string, offset: number, limits: PageLimits): { records: LogRecord[]; isFull: boolean } | null
}

interface Remembered {
  readonly record: LogRecord
  readonly bytes: number
}

type Topic = Map<number, Remembered>

export function makeRecent(limits: RecentLimits): Recent {
  const topics = new Map<string, Topic>()
  /** The oldest first. */
  const queue = new Set<Remembered>()
  const ends = new Map<string, number>()
  let bytes = 0

  function remember(topic: Topic, remembered: Remembered): void {
    topic.set(remembered.record.offset, remembered)
    queue.add(remembered)
    bytes += remembered.bytes
  }

  function forget(): void {
    for (const oldest of queue) {
      if (queue.size <= limits.records && bytes <= limits.bytes) return
      queue.delete(oldest)
      topics.get(oldest.record.topic)?.delete(oldest.record.offset)
      bytes -= oldest.bytes
    }
  }

  return {
    add(name, offset, records, timestamp) {
      const topic: Topic = topics.get(name) ?? new Map()
      topics.set(name, topic)
      for (const [index, record] of records.entries()) {
        remember(topic, rememberedOf(record, offset + index, timestamp))
      }
      ends.set(name, Math.max(ends.get(name) ?? 0, offset + records.length))
      forget()
    },
    page(name, offset, most) {
      const records = runOf(topics.get(name), offset, most)
      return records.length === 0
        ? null
        : { records, isFull: (ends.get(name) ?? 0) > offset + records.length }
    },
  }
}

function runOf(topic: Topic | undefined, offset: number, most: PageLimits): LogRecord[] {
  const records: LogRecord[] = []
  let bytes = 0
  for (let at = offset; records.length < most.records; at++) {
    const known = topic?.get(at)
    bytes += known?.bytes ?? 0
    if (known === undefined || (records.length > 0 && bytes > most.bytes)) break
    records.push(known.record)
  }
  return records
}

function rememberedOf(record: NewRecord, offset: number, timestamp: number): Remembered {
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
