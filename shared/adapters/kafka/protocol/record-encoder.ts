import type { NewRecord } from '#shared/ports/event-log.ts'

type Data = Buffer | string | null

/**
 * Writes a record (Kafka, "Record") with the timestamp of its batch into `into`, from `start` on: the varint of its
 * `bodySize`, and so many bytes. Returns the end position.
 */
export function encodeRecord(
  into: Buffer,
  start: number,
  record: NewRecord,
  offsetDelta: number,
  body: number,
): number {
  let at = writeVarint(into, start, body)
  // One byte of attributes (none is in use) and a timestamp delta of 0.
  into.writeInt16BE(0, at)
  at = writeVarint(into, at + 2, offsetDelta)
  at = writeData(into, at, record.key)
  at = writeData(into, at, record.value)
  const headers = Object.entries(record.headers)
  at = writeVarint(into, at, headers.length)
  for (const [name, value] of headers) at = writeData(into, writeData(into, at, name), value)
  return at
}

/** Bytes of a record behind its length. */
export function bodySize({ key, value, headers }: NewRecord, offsetDelta: number): number {
  const entries = Object.entries(headers)
  let size = 2 + varintSize(offsetDelta) + dataSize(key) + dataSize(value) + varintSize(entries.length)
  for (const [name, text] of entries) size += dataSize(name) + dataSize(text)
  return size
}

function dataSize(data: Data): number {
  if (data === null) return varintSize(-1)
  const bytes = Buffer.byteLength(data)
  return varintSize(bytes) + bytes
}

function writeData(into: Buffer, start: number, data: Data): number {
  if (data === null) return writeVarint(into, start, -1)
  const bytes = Buffer.byteLength(data)
  const at = writeVarint(into, start, bytes)
  if (typeof data === 'string') into.write(data, at)
  else into.set(data, at)
  return at + bytes
}

/** Size of a zigzag-encoded varint, for numbers from -1 to 2^30: lengths and deltas of one request. */
export function varintSize(number: number): number {
  let size = 1
  for (let left = zigzag(number) >>> 7; left > 0; left >>>= 7) size += 1
  return size
}

function writeVarint(into: Buffer, start: number, number: number): number {
  let at = start
  let left = zigzag(number)
  for (; left > 0x7f; left >>>= 7) into[at++] = (left & 0x7f) | 0x80
  into[at++] = left
  return at
}

const zigzag = (number: number): number => ((number << 1) ^ (number >> 31)) >>> 0
