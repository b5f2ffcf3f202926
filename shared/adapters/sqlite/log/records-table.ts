import type { DatabaseSync } from 'node:sqlite'
import type { Headers, LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { bufferOf } from '../../common/record-size.ts'

const OFFSETS_PER_TOPIC = 2 ** 40

/** In front of each header name and value: 32 bits, big-endian. */
const LENGTH_BYTES = 4

interface Row {
  place: number
  timestamp: number
  key: Uint8Array | null
  value: Uint8Array | null
  headers: Uint8Array
}

export interface Page {
  readonly records: LogRecord[]
  readonly isFull: boolean
}

/** Limits of one read. A single larger record is still returned. */
export interface PageLimits {
  readonly records: number
  readonly bytes: number
}

/** Statements on `log_records`, which must exist. A topic has one partition, 0. */
export function recordsTable(db: DatabaseSync) {
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
    insert(topicId: number, offset: number, record: NewRecord, timestamp: number): void {
      const headers = encodeHeaders(record.headers)
      insert.run(placeOf(topicId, offset), timestamp, bufferOf(record.key), bufferOf(record.value), headers)
    },
    /** Records from `offset` on, ascending. More records may follow a full page. */
    page(topic: { id: number; name: string }, offset: number, limits: PageLimits): Page {
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
    /** Offset of the oldest record; null if there is none. */
    oldest(topicId: number): number | null {
      const row = first.get(placeOf(topicId, 0), placeOf(topicId + 1, 0)) as { place: number } | undefined
      return row ? offsetOf(row.place) : null
    },
    /**
     * End (exclusive) of the removable records at the start of the topic, at most `limit` of them; 0 if there
     * are none.
     */
    removableEnd(
      topicId: number,
      limit: number,
      isRemovable: (offset: number, timestamp: number) => boolean,
    ): number {
      let end = 0
      for (const row of heads.iterate(placeOf(topicId, 0), placeOf(topicId + 1, 0), limit)) {
        const { place, timestamp } = row as unknown as Row
        if (!isRemovable(offsetOf(place), timestamp)) break
        end = offsetOf(place) + 1
      }
      return end
    },
    removeBefore(topicId: number, offset: number): void {
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

function bytesOf(data: Uint8Array | null): Buffer | null {
  return data === null ? null : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}

/**
 * Encodes names and values in turn, each with its length in front (32 bits, big-endian). Preserves every
 * byte.
 */
function encodeHeaders(headers: Headers): Buffer {
  const items = Object.entries(headers).flat()
  const encoded = Buffer.allocUnsafe(items.reduce((sum, item) => sum + LENGTH_BYTES + lengthOf(item), 0))
  let at = 0
  for (const item of items) {
    const start = at + LENGTH_BYTES
    const length = Buffer.isBuffer(item) ? item.copy(encoded, start) : encoded.write(item, start)
    encoded.writeUInt32BE(length, at)
    at = start + length
  }
  return encoded
}

function lengthOf(item: Buffer | string): number {
  return Buffer.isBuffer(item) ? item.length : Buffer.byteLength(item)
}

function decodeHeaders(encoded: Uint8Array): Record<string, Buffer> {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  const items: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at + LENGTH_BYTES
    const end = start + bytes.readUInt32BE(at)
    items.push(bytes.subarray(start, end))
    at = end
  }
  const names = items.filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [name.toString(), items[2 * index + 1] as Buffer]))
}

/** Primary key of a record. */
function placeOf(topicId: number, offset: number): number {
  return topicId * OFFSETS_PER_TOPIC + offset
}

/** Offset of the record with this primary key. */
function offsetOf(place: number): number {
  return place % OFFSETS_PER_TOPIC
}
