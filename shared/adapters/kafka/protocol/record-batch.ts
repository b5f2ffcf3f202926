import { crc32c } from '@node-rs/crc32'
import type { Unreadable } from '#shared/ports/event-log.ts'
import { assertDecodable, DecodeError } from './compression/decode-error.ts'
import { decompress } from './compression/decompress.ts'
import { type BatchRecord, decodeRecords } from './record-decoder.ts'

/** What one record batch may unpack to. */
export interface BatchLimits {
  readonly maxBatchBytes: number
  readonly maxBatchRecords: number
}

/** What kafkajs makes of a record of a batch, as far as it or we use it. */
export interface FetchedMessage {
  readonly offset: string
  /** Milliseconds since the epoch. */
  readonly timestamp: string
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer>>
  /** Counts the leaders of the partition, up to the one that took the record; -1 where nobody can tell. */
  readonly leaderEpoch: number
  /** Of the broker, about a transaction: kafkajs hands none over. */
  readonly isControlRecord: boolean
  readonly batchContext: { readonly producerId: string; readonly inTransaction: boolean }
  /** It stands for all records of its batch, and has the last one's offset. */
  readonly unreadable?: Unreadable
}

/** Offset and length, which every format of batches and message sets begins with. */
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
 * The records of one whole batch (Kafka, "Record Batch"), and how many bytes they unpack to. Never rejects for what the bytes
 * are: a batch that can't be decoded becomes one message that says so, behind which the reader goes on.
 */
export async function decodeBatch(
  batch: Buffer,
  limits: BatchLimits,
): Promise<{ messages: FetchedMessage[]; bytes: number }> {
  try {
    const header = readHeader(batch, limits)
    const decompressed = await decompress(header.codec, batch.subarray(RECORDS_AT), limits.maxBatchBytes)
    assertDecodable(decompressed.length <= limits.maxBatchBytes, 'it unpacks to more than is allowed')
    const messages = decodeRecords(decompressed, header.count).map((record) => toMessage(record, header))
    assertDecodable(isOrdered(messages, header), 'the offsets of its records are not its own')
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
  /** What all records have instead of their own times, where the topic says so. */
  readonly appendedAt: number | null
  readonly isControlRecord: boolean
  readonly batchContext: FetchedMessage['batchContext']
}

function readHeader(batch: Buffer, { maxBatchRecords }: BatchLimits): BatchHeader {
  assertDecodable(
    batch.length > MAGIC_AT && batch[MAGIC_AT] === 2,
    'its format is not the one of Kafka 0.11 and later',
  )
  assertDecodable(batch.length >= RECORDS_AT, 'it ends within its header')
  assertDecodable(
    batch.readUInt32BE(CRC_AT) === crc32c(batch.subarray(ATTRIBUTES_AT)),
    'its checksum is wrong',
  )
  const attributes = batch.readUInt16BE(ATTRIBUTES_AT)
  const count = batch.readInt32BE(57)
  assertDecodable(count >= 0, 'it has no number of records')
  assertDecodable(count <= maxBatchRecords, 'it has more records than are allowed')
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

/** For a batch that compaction left empty: passed over like a control record, so that the reader goes on behind it. */
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

/** A reader goes on behind the last offset: none may lie before the batch, behind it, or out of order. */
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
    unreadable: { reason: `The record batch can't be decoded: ${reason}`, ...offsets },
  }
}

/** The offset of a message set of old formats is that of its last message. */
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
