import { crc32c } from '@node-rs/crc32'
import type { LogRecord, Unreadable } from '#shared/ports/event-log.ts'
import { assertDecodable, DecodeError } from './compression/decode-error.ts'
import { decompress } from './compression/decompress.ts'
import { type BatchRecord, decodeRecords } from './record-decoder.ts'

/** Limits of one record batch: decompressed bytes and number of records. */
export interface BatchLimits {
  readonly maxBatchBytes: number
  readonly maxBatchRecords: number
}

/** A message in the form that kafkajs decodes it to, as far as kafkajs or this adapter uses it. */
export interface FetchedMessage {
  readonly offset: string
  /** Milliseconds since the epoch. */
  readonly timestamp: string
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer>>
  /** Leader epoch in which the record was appended; -1 if unknown. */
  readonly leaderEpoch: number
  /** A marker that the broker wrote for a transaction. kafkajs does not deliver it. */
  readonly isControlRecord: boolean
  readonly batchContext: { readonly producerId: string; readonly inTransaction: boolean }
  /**
   * Set if this message stands for a batch that cannot be decoded; it has the offset of the batch's last
   * record.
   */
  readonly unreadable?: Unreadable
}

/** The message as a record of the log; `topic` is the name in the record. */
export function toLogRecord(message: FetchedMessage, topic: string, partition: number): LogRecord {
  const { offset, key, value, headers, timestamp, unreadable } = message
  const record = { topic, partition, offset: Number(offset), key, value, headers }
  return { ...record, timestamp: Number(timestamp), ...(unreadable && { unreadable }) }
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
export async function decodeBatches(bytes: Buffer, within: BatchLimits): Promise<FetchedMessage[]> {
  const parts: FetchedMessage[][] = []
  let decompressedBytes = 0
  let records = 0
  for (let at = 0; at + ENTRY_HEADER_BYTES <= bytes.length; ) {
    const end = at + ENTRY_HEADER_BYTES + Math.max(0, bytes.readInt32BE(at + 8))
    if (end > bytes.length || decompressedBytes >= within.maxBatchBytes || records >= within.maxBatchRecords)
      break
    const batch = await decodeBatch(bytes.subarray(at, end), within)
    parts.push(batch.messages)
    decompressedBytes += batch.bytes
    records += batch.messages.length
    at = end
  }
  return parts.flat()
}

/**
 * Decodes one complete batch (Kafka, "Record Batch"). Returns its messages and its decompressed size in
 * bytes. A batch that cannot be decoded becomes one message with `unreadable` set, so that the consumer
 * continues after it. Rejects only for errors other than `DecodeError`.
 */
export async function decodeBatch(
  batch: Buffer,
  limits: BatchLimits,
): Promise<{ messages: FetchedMessage[]; bytes: number }> {
  try {
    const header = readHeader(batch, limits)
    const decompressed = await decompress(header.codec, batch.subarray(RECORDS_AT), limits.maxBatchBytes)
    assertDecodable(decompressed.length <= limits.maxBatchBytes, 'the decompressed size exceeds the limit')
    const messages = decodeRecords(decompressed, header.count).map((record) => toMessage(record, header))
    assertDecodable(isOrdered(messages, header), 'the offsets of the records are not within the batch')
    return { messages: messages.length === 0 ? [placeholder(header)] : messages, bytes: decompressed.length }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { messages: [unreadable(batch, error.message)], bytes: 0 }
  }
}

interface BatchHeader {
  readonly codec: number
  readonly count: number
  readonly leaderEpoch: number
  readonly firstOffset: number
  readonly lastOffset: number
  readonly firstTimestamp: number
  /** Timestamp of all records if the topic uses the append time; else null. */
  readonly appendedAt: number | null
  readonly isControlRecord: boolean
  readonly batchContext: FetchedMessage['batchContext']
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
    leaderEpoch: batch.readInt32BE(EPOCH_AT),
    ...offsetsOf(batch),
    firstTimestamp: Number(batch.readBigInt64BE(27)),
    appendedAt: attributes & LOG_APPEND_TIME ? Number(batch.readBigInt64BE(35)) : null,
    isControlRecord: (attributes & CONTROL) !== 0,
    batchContext: contextOf(batch),
  }
}

/**
 * A message for a batch that compaction left empty. kafkajs skips it like a control record and continues
 * after it.
 */
function placeholder(header: BatchHeader): FetchedMessage {
  const offsetDelta = header.lastOffset - header.firstOffset
  const record = { timestampDelta: 0, offsetDelta, key: null, value: null, headers: {} }
  return { ...toMessage(record, header), isControlRecord: true }
}

function toMessage(record: BatchRecord, header: BatchHeader): FetchedMessage {
  const { key, value, headers } = record
  return {
    offset: String(header.firstOffset + record.offsetDelta),
    timestamp: String(header.appendedAt ?? header.firstTimestamp + record.timestampDelta),
    key,
    value,
    headers,
    leaderEpoch: header.leaderEpoch,
    isControlRecord: header.isControlRecord,
    batchContext: header.batchContext,
  }
}

/** Whether the offsets ascend and lie within the batch: the consumer continues after the last offset. */
function isOrdered(messages: readonly FetchedMessage[], { firstOffset, lastOffset }: BatchHeader): boolean {
  const offsets = [firstOffset - 1, ...messages.map(({ offset }) => Number(offset))]
  return offsets.every((offset, at) => offset <= lastOffset && (at === 0 || offset > Number(offsets[at - 1])))
}

function unreadable(batch: Buffer, reason: string): FetchedMessage {
  const offsets = offsetsOf(batch)
  const isKnown = batch.length >= RECORDS_AT && batch[MAGIC_AT] === 2
  return {
    offset: String(offsets.lastOffset),
    timestamp: String(isKnown ? batch.readBigInt64BE(35) : 0),
    key: null,
    value: null,
    headers: {},
    leaderEpoch: isKnown ? batch.readInt32BE(EPOCH_AT) : -1,
    isControlRecord: isKnown && (batch.readUInt16BE(ATTRIBUTES_AT) & CONTROL) !== 0,
    batchContext: isKnown ? contextOf(batch) : { producerId: '-1', inTransaction: false },
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

function contextOf(batch: Buffer): FetchedMessage['batchContext'] {
  return {
    producerId: String(batch.readBigInt64BE(43)),
    inTransaction: (batch.readUInt16BE(ATTRIBUTES_AT) & IN_TRANSACTION) !== 0,
  }
}
