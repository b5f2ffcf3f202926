import { crc32c } from '@node-rs/crc32'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { assertDecodable, DecodeError } from './compression/decode-error.ts'
import { decompress } from './compression/decompress.ts'
import { type BatchRecord, decodeRecords } from './record-decoder.ts'

/** Limits of one record batch: decompressed bytes and number of records. */
export interface BatchLimits {
  readonly maxBatchBytes: number
  readonly maxBatchRecords: number
}

/** A record as it was fetched, with what decides whether it is delivered. */
export interface FetchedRecord extends Omit<LogRecord, 'topic' | 'partition'> {
  /** Leader epoch in which the record was appended; -1 if unknown. */
  readonly leaderEpoch: number
  /** A marker that the broker wrote for a transaction, or one that stands for a batch that compaction left empty. */
  readonly isControlRecord: boolean
  /** -1 if the producer has none. */
  readonly producerId: number
  readonly isInTransaction: boolean
}

/** Bytes of the offset and length at the start of a batch or message set, in every format version. */
export const ENTRY_HEADER_BYTES = 12
const EPOCH_AT = 12
const MAGIC_AT = 16
export const CRC_AT = 17
export const ATTRIBUTES_AT = 21
export const RECORDS_AT = 61
const IN_TRANSACTION = 0x10
const CONTROL = 0x20
const LOG_APPEND_TIME = 0x08
const CODEC = 0x07

/**
 * Decodes the batches that follow each other in `bytes`. A batch that is cut off at the end is left out: the
 * next fetch brings it whole. Decoding stops, too, when the batches so far have reached the decompressed size
 * or the number of records that a single batch may have.
 */
export async function decodeBatches(bytes: Buffer, within: BatchLimits): Promise<FetchedRecord[]> {
  const parts: FetchedRecord[][] = []
  let decompressedBytes = 0
  let count = 0
  for (let at = 0; at + ENTRY_HEADER_BYTES <= bytes.length; ) {
    const end = at + ENTRY_HEADER_BYTES + Math.max(0, bytes.readInt32BE(at + 8))
    if (end > bytes.length || decompressedBytes >= within.maxBatchBytes || count >= within.maxBatchRecords)
      break
    const batch = await decodeBatch(bytes.subarray(at, end), within)
    parts.push(batch.records)
    decompressedBytes += batch.bytes
    count += batch.records.length
    at = end
  }
  return parts.flat()
}

/**
 * Decodes one complete batch (Kafka, "Record Batch"). Returns its records and its decompressed size in
 * bytes. A batch that cannot be decoded becomes one record with `unreadable` set, so that a reader continues after it. Rejects only for errors other than `DecodeError`.
 */
export async function decodeBatch(
  batch: Buffer,
  limits: BatchLimits,
): Promise<{ records: FetchedRecord[]; bytes: number }> {
  try {
    const header = readHeader(batch, limits)
    const decompressed = await decompress(header.codec, batch.subarray(RECORDS_AT), limits.maxBatchBytes)
    assertDecodable(decompressed.length <= limits.maxBatchBytes, 'the decompressed size exceeds the limit')
    const records = decodeRecords(decompressed, header.count).map((record) => toFetched(record, header))
    assertDecodable(isOrdered(records, header), 'the offsets of the records are not within the batch')
    return { records: records.length === 0 ? [placeholder(header)] : records, bytes: decompressed.length }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { records: [unreadable(batch, error.message)], bytes: 0 }
  }
}

/** What all records of a batch have in common. */
type Shared = Pick<FetchedRecord, 'leaderEpoch' | 'isControlRecord' | 'producerId' | 'isInTransaction'>

interface BatchHeader {
  readonly codec: number
  readonly count: number
  readonly firstOffset: number
  readonly lastOffset: number
  readonly firstTimestamp: number
  /** Timestamp of all records if the topic uses the append time; else null. */
  readonly appendedAt: number | null
  readonly shared: Shared
}

function readHeader(batch: Buffer, { maxBatchRecords }: BatchLimits): BatchHeader {
  assertDecodable(batch.length > MAGIC_AT && batch[MAGIC_AT] === 2, 'the format is older than Kafka 0.11')
  assertDecodable(batch.length >= RECORDS_AT, 'the batch ends within its header')
  assertDecodable(
    batch.readUInt32BE(CRC_AT) === crc32c(batch.subarray(ATTRIBUTES_AT)),
    'the checksum is wrong',
  )
  const attributes = batch.readUInt16BE(ATTRIBUTES_AT)
  const count = batch.readInt32BE(57)
  assertDecodable(count >= 0, 'the number of records is negative')
  assertDecodable(count <= maxBatchRecords, 'the number of records exceeds the limit')
  return {
    codec: attributes & CODEC,
    count,
    ...offsetsOf(batch),
    firstTimestamp: Number(batch.readBigInt64BE(27)),
    appendedAt: attributes & LOG_APPEND_TIME ? Number(batch.readBigInt64BE(35)) : null,
    shared: sharedOf(batch),
  }
}

/** A record for a batch that compaction left empty: a reader skips it like a control record, and continues after it. */
function placeholder(header: BatchHeader): FetchedRecord {
  const offsetDelta = header.lastOffset - header.firstOffset
  const record = { timestampDelta: 0, offsetDelta, key: null, value: null, headers: {} }
  return { ...toFetched(record, header), isControlRecord: true }
}

function toFetched({ key, value, headers, ...record }: BatchRecord, header: BatchHeader): FetchedRecord {
  return {
    offset: header.firstOffset + record.offsetDelta,
    timestamp: header.appendedAt ?? header.firstTimestamp + record.timestampDelta,
    ...{ key, value, headers },
    ...header.shared,
  }
}

/** Whether the offsets ascend and lie within the batch: a reader continues after the last offset. */
function isOrdered(records: readonly FetchedRecord[], { firstOffset, lastOffset }: BatchHeader): boolean {
  let before = firstOffset - 1
  return records.every(({ offset }) => {
    const isAbove = offset > before
    before = offset
    return isAbove && offset <= lastOffset
  })
}

const nothingShared: Shared = {
  ...{ leaderEpoch: -1, isControlRecord: false, producerId: -1, isInTransaction: false },
}

function unreadable(batch: Buffer, reason: string): FetchedRecord {
  const offsets = offsetsOf(batch)
  const isKnown = batch.length >= RECORDS_AT && batch[MAGIC_AT] === 2
  return {
    offset: offsets.lastOffset,
    timestamp: isKnown ? Number(batch.readBigInt64BE(35)) : 0,
    ...{ key: null, value: null, headers: {} },
    ...(isKnown ? sharedOf(batch) : nothingShared),
    unreadable: { reason: `The record batch cannot be decoded: ${reason}`, ...offsets },
  }
}

/**
 * Offsets of the first and last record. A message set of an old format has the offset of its last message.
 */
function offsetsOf(batch: Buffer): { firstOffset: number; lastOffset: number } {
  const firstOffset = Number(batch.readBigInt64BE(0))
  const hasDelta = batch.length >= RECORDS_AT && batch[MAGIC_AT] === 2
  return { firstOffset, lastOffset: firstOffset + (hasDelta ? Math.max(0, batch.readInt32BE(23)) : 0) }
}

function sharedOf(batch: Buffer): Shared {
  const attributes = batch.readUInt16BE(ATTRIBUTES_AT)
  return {
    leaderEpoch: batch.readInt32BE(EPOCH_AT),
    isControlRecord: (attributes & CONTROL) !== 0,
    producerId: Number(batch.readBigInt64BE(43)),
    isInTransaction: (attributes & IN_TRANSACTION) !== 0,
  }
}
