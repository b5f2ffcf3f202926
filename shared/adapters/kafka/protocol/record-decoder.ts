import { assertDecodable } from './compression/decode-error.ts'

/** A record as it is encoded in a batch, with offset and timestamp relative to the batch. */
export interface BatchRecord {
  readonly timestampDelta: number
  readonly offsetDelta: number
  readonly key: Buffer | null
  readonly value: Buffer | null
  /** The first header of each name. A header without value is empty. */
  readonly headers: Readonly<Record<string, Buffer>>
}

/** No client sends more headers per record on purpose. */
const MAX_HEADERS = 100
const LONGEST_VARINT = 10
const EMPTY = Buffer.alloc(0)

interface Reader {
  readonly bytes: Buffer
  at: number
}

/**
 * Decodes the records of a batch (Kafka, "Record"). Throws `DecodeError` if `bytes` are not exactly `count`
 * records.
 */
export function decodeRecords(bytes: Buffer, count: number): BatchRecord[] {
  const reader = { bytes, at: 0 }
  const records = Array.from({ length: count }, () => readRecord(reader))
  assertDecodable(reader.at === bytes.length, 'bytes follow the last record')
  return records
}

function readRecord(outer: Reader): BatchRecord {
  const bytes = readBytes(outer)
  assertDecodable(bytes !== null && bytes.length > 0, 'a record has no length')
  // The first byte holds attributes, none of which is in use.
  const reader = { bytes, at: 1 }
  const record = {
    timestampDelta: readVarint(reader),
    offsetDelta: readVarint(reader),
    key: readBytes(reader),
    value: readBytes(reader),
    headers: readHeaders(reader),
  }
  assertDecodable(reader.at === bytes.length, 'a record is longer than its fields')
  return record
}

function readHeaders(reader: Reader): Record<string, Buffer> {
  const count = readVarint(reader)
  assertDecodable(count >= 0 && count <= MAX_HEADERS, `a record has more than ${MAX_HEADERS} headers`)
  const headers = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    const name = readName(reader)
    const value = readBytes(reader) ?? EMPTY
    if (!headers.has(name)) headers.set(name, value)
  }
  return Object.fromEntries(headers)
}

function readName(reader: Reader): string {
  const length = readVarint(reader)
  assertDecodable(length !== -1, 'a header has no name')
  const start = skipField(reader, length)
  return reader.bytes.toString('utf8', start, reader.at)
}

/** Reads bytes with their length in front; null for the length -1. */
function readBytes(reader: Reader): Buffer | null {
  const length = readVarint(reader)
  if (length === -1) return null
  const start = skipField(reader, length)
  return reader.bytes.subarray(start, reader.at)
}

/** Moves behind a field of this length. Returns where it begins. */
function skipField(reader: Reader, length: number): number {
  const start = reader.at
  assertDecodable(length >= 0 && start + length <= reader.bytes.length, 'a field is longer than its record')
  reader.at = start + length
  return start
}

/** Reads a zigzag-encoded varint. Exact up to 2^53, far above every length and delta. */
function readVarint(reader: Reader): number {
  let number = 0
  let factor = 1
  for (let read = 0; read < LONGEST_VARINT; read++) {
    assertDecodable(reader.at < reader.bytes.length, 'a record ends within a varint')
    const byte = reader.bytes[reader.at++] as number
    number += (byte & 0x7f) * factor
    if (byte < 0x80) return number % 2 === 0 ? number / 2 : -(number + 1) / 2
    factor *= 128
  }
  return assertDecodable(false, 'a varint of a record has no end') as never
}
