import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { crc32c } from '@node-rs/crc32'
import type { NewRecord, TopicPartition } from '#shared/ports/event-log.ts'
import { ATTRIBUTES_AT, CRC_AT, ENTRY_HEADER_BYTES, RECORDS_AT } from './record-batch.ts'
import { bodySize, encodeRecord, varintSize } from './record-encoder.ts'

/** By which a broker knows a batch that it has already: see Kafka, "Record Batch". */
export interface BatchIdentity {
  readonly producerId: bigint
  readonly epoch: number
  /** Number of the first record among those of this producer in the partition. */
  readonly sequence: number
}

/** Records of one partition that are appended together, or not at all. */
export interface NewBatch extends TopicPartition {
  readonly records: readonly NewRecord[]
  readonly identity: BatchIdentity
  /** Whether the records are compressed if they are worth it. */
  readonly isPacked: boolean
}

/** Of batches that a broker does not tell apart from others. */
export const NO_IDENTITY: BatchIdentity = { producerId: -1n, epoch: -1, sequence: -1 }

const MAGIC = 2
const GZIP = 1
/** Smaller records cost more to compress than they save. */
const PACK_BYTES = 1024
/** Audits take a quarter less than at level 1 for a tenth more CPU time; at level 6 little less, for half as much again. */
const LEVEL = 4
/** For so few bytes another thread costs more than the work, which takes a tenth of a millisecond. */
const SMALL_BYTES = 16 * 1024
const packInThread = promisify(gzip)

/**
 * Encodes a batch (Kafka, "Record Batch") whose records have the timestamp `now`, in milliseconds since the epoch. They are
 * compressed with gzip, which every client of Kafka reads, in another thread unless they are few.
 */
export async function encodeBatch(batch: NewBatch, now: number): Promise<Buffer> {
  const plain = encodePlain(batch, now)
  const encoded = batch.isPacked && plain.length >= PACK_BYTES ? await packed(plain) : plain
  encoded.writeUInt32BE(crc32c(encoded.subarray(ATTRIBUTES_AT)), CRC_AT)
  return encoded
}

/** The batch without its checksum. */
function encodePlain({ records, identity }: NewBatch, now: number): Buffer {
  const bodies = records.map(bodySize)
  const size = bodies.reduce((sum, body) => sum + varintSize(body) + body, RECORDS_AT)
  const batch = Buffer.allocUnsafe(size)
  writeHeader(batch, records.length, identity, BigInt(now))
  let end = RECORDS_AT
  for (const [at, record] of records.entries())
    end = encodeRecord(batch, end, record, at, bodies[at] as number)
  return batch
}

/** The batch with its records compressed; as it is if that is no shorter. */
async function packed(plain: Buffer): Promise<Buffer> {
  const isSmall = plain.length <= SMALL_BYTES
  const records = await (isSmall ? gzipSync : packInThread)(plain.subarray(RECORDS_AT), { level: LEVEL })
  if (RECORDS_AT + records.length >= plain.length) return plain
  const batch = Buffer.concat([plain.subarray(0, RECORDS_AT), records])
  batch.writeInt32BE(batch.length - ENTRY_HEADER_BYTES, ENTRY_HEADER_BYTES - 4)
  batch.writeInt16BE(GZIP, ATTRIBUTES_AT)
  return batch
}

/** Writes the header, except the checksum. The broker assigns the offsets and the leader epoch. */
function writeHeader(batch: Buffer, count: number, identity: BatchIdentity, now: bigint): void {
  let at = batch.writeBigInt64BE(0n, 0)
  at = batch.writeInt32BE(batch.length - ENTRY_HEADER_BYTES, at)
  at = batch.writeInt32BE(-1, at)
  at = batch.writeInt8(MAGIC, at) + 4
  at = batch.writeInt16BE(0, at)
  at = batch.writeInt32BE(count - 1, at)
  at = batch.writeBigInt64BE(now, at)
  at = batch.writeBigInt64BE(now, at)
  at = batch.writeBigInt64BE(identity.producerId, at)
  at = batch.writeInt16BE(identity.epoch, at)
  at = batch.writeInt32BE(identity.sequence, at)
  batch.writeInt32BE(count, at)
}
