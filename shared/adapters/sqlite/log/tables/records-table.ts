import type { DatabaseSync } from 'node:sqlite'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { decodeHeaders, encodeHeaders } from './headers.ts'
import { offsetOf, placeOf } from './schema.ts'

interface Row {
  place: number
  timestamp: number
  key: Uint8Array | null
  value: Uint8Array | null
  headers: Uint8Array
}

/** How much one read may bring; a single larger record comes all the same. */
export interface PageLimits {
  readonly records: number
  readonly bytes: number
}

/** The statements over `log_records`. A topic has the one partition 0. */
export interface Records {
  insert(topicId: number, offset: number, record: NewRecord, timestamp: number): void
  /** Records from `offset` on, ascending; a full page may have others behind it. */
  page(
    topic: { id: number; name: string },
    offset: number,
    limits: PageLimits,
  ): { records: LogRecord[]; isFull: boolean }
  /** Offset of the oldest record; null when there is none. */
  oldest(topicId: number): number | null
  /** Up to which offset (not included) records may be removed, `limit` at most, starting at the oldest one. */
  removableEnd(
    topicId: number,
    limit: number,
    isRemovable: (offset: number, timestamp: number) => boolean,
  ): number
  removeBefore(topicId: number, offset: number): void
}

export function recordsTable(db: DatabaseSync): Records {
  const insert = db.prepare(
    'INSERT INTO log_records (place, timestamp, key, value, headers) VALUES (?, ?, ?, ?, ?)',
  )
  const select = db.prepare('SELECT * FROM log_records WHERE place >= ? AND place < ? ORDER BY place LIMIT ?')
  const first = db.prepare(
    'SELECT place FROM log_records WHERE place >= ? AND place < ? ORDER BY place LIMIT 1',
  )
  const heads = db.prepare(
    'SELECT place, timestamp FROM log_records WHERE place >= ? AND place < ? ORDER BY place LIMIT ?',
  )
  const remove = db.prepare('DELETE FROM log_records WHERE place >= ? AND place < ?')

  return {
    insert(topicId, offset, record, timestamp) {
      const headers = encodeHeaders(record.headers)
      insert.run(placeOf(topicId, offset), timestamp, blob(record.key), blob(record.value), headers)
    },
    page(topic, offset, limits) {
      const records: LogRecord[] = []
      let bytes = 0
      const rows = select.iterate(placeOf(topic.id, offset), placeOf(topic.id + 1, 0), limits.records)
      for (const row of rows as Iterable<unknown> as Iterable<Row>) {
        bytes += sizeOf(row)
        if (records.length > 0 && bytes > limits.bytes) return { records, isFull: true }
        records.push(toRecord(row, topic.name))
      }
      return { records, isFull: records.length >= limits.records }
    },
    oldest(topicId) {
      const row = first.get(placeOf(topicId, 0), placeOf(topicId + 1, 0)) as { place: number } | undefined
      return row ? offsetOf(row.place) : null
    },
    removableEnd(topicId, limit, isRemovable) {
      let end = 0
      for (const row of heads.iterate(placeOf(topicId, 0), placeOf(topicId + 1, 0), limit)) {
        const { place, timestamp } = row as unknown as Row
        if (!isRemovable(offsetOf(place), timestamp)) break
        end = offsetOf(place) + 1
      }
      return end
    },
    removeBefore(topicId, offset) {
      remove.run(placeOf(topicId, 0), placeOf(topicId, offset))
    },
  }
}

function toRecord(row: Row, topic: string): LogRecord {
  return {
    topic,
    partition: 0,
    offset: offsetOf(row.place),
    key: bytesOf(row.key),
    value: bytesOf(row.value),
    headers: decodeHeaders(row.headers),
    timestamp: row.timestamp,
  }
}

function sizeOf(row: Row): number {
  return (row.key?.byteLength ?? 0) + (row.value?.byteLength ?? 0) + row.headers.byteLength
}

/** Text is stored as its bytes. */
function blob(data: Buffer | string | null): Buffer | null {
  return typeof data === 'string' ? Buffer.from(data) : data
}

function bytesOf(data: Uint8Array | null): Buffer | null {
  return data === null ? null : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}
