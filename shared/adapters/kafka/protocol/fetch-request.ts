import type { TopicPartition } from '#shared/ports/event-log.ts'
import { errorOf } from './kafka-error.ts'
import { type Decoder, newDecoder, type RequestDefinition, requests } from './kafkajs.ts'
import { type BatchLimits, decodeBatches, type FetchedRecord } from './record-batch.ts'

/** The answer about a partition. `error`: why there is none. */
export interface FetchedPartition extends TopicPartition {
  readonly error: Error | null
  /** The end for readers of committed records. */
  readonly lastStableOffset: number
  readonly abortedTransactions: readonly AbortedTransaction[]
  /** All that the broker sent, which may begin before the offset that was asked for. */
  readonly records: readonly FetchedRecord[]
}

export interface AbortedTransaction {
  readonly producerId: number
  readonly firstOffset: number
}

type EncodedPartition = Omit<FetchedPartition, 'records'> & { readonly batches: Buffer }

/** The newest version that kafkajs encodes; brokers support it from 2.3 on. */
const VERSION = 11

/**
 * The Fetch request as kafkajs encodes it, whose answer is `FetchedPartition[]`, with the records decoded by
 * `decodeBatches`: kafkajs unpacks gzip alone and without a bound, and verifies no checksum.
 */
export function fetchRequest(limits: BatchLimits): RequestDefinition {
  const decode = (payload: Buffer) => decodeAnswer(newDecoder(payload), limits)
  return {
    versions: [String(VERSION)],
    protocol: () => (options) => {
      const exchange = (requests.Fetch as RequestDefinition).protocol({ version: VERSION })(options)
      return { ...exchange, response: { ...exchange.response, decode } }
    },
  }
}

/** Kafka protocol, "Fetch Response". Batches are unpacked one after the other, which bounds the memory for it. */
async function decodeAnswer(decoder: Decoder, limits: BatchLimits): Promise<FetchedPartition[]> {
  // Throttle time.
  decoder.readInt32()
  const error = errorOf(decoder.readInt16())
  if (error !== null) throw error
  // Id of the session: each request is a session of its own.
  decoder.readInt32()
  const fetched: FetchedPartition[] = []
  for (const { batches, ...partition } of decoder.readArray(readTopic).flat())
    fetched.push({ ...partition, records: await decodeBatches(batches, limits) })
  return fetched
}

function readTopic(decoder: Decoder): EncodedPartition[] {
  const topic = decoder.readString()
  return decoder.readArray(() => readPartition(topic, decoder))
}

function readPartition(topic: string, decoder: Decoder): EncodedPartition {
  const partition = decoder.readInt32()
  const error = errorOf(decoder.readInt16())
  // High watermark.
  decoder.readInt64()
  const lastStableOffset = Number(decoder.readInt64())
  // Start of the log.
  decoder.readInt64()
  const abortedTransactions = decoder.readArray(readAborted)
  // The replica to read from: no rack was named, so it is the leader.
  decoder.readInt32()
  const batches = decoder.readBytes(Math.max(0, decoder.readInt32()))
  return { topic, partition, error, lastStableOffset, abortedTransactions, batches }
}

function readAborted(decoder: Decoder): AbortedTransaction {
  return { producerId: Number(decoder.readInt64()), firstOffset: Number(decoder.readInt64()) }
}
