import type { TopicPartition } from '#shared/ports/event-log.ts'
import type { BatchIdentity, NewBatch } from '../protocol/batch-encoder.ts'
import { type FetchedPartition, fetchRequest } from '../protocol/fetch-request.ts'
import { assertAccepted, errorOf } from '../protocol/kafka-error.ts'
import { type RequestDefinition, requests } from '../protocol/kafkajs.ts'
import { type ClusterMetadata, metadataRequest } from '../protocol/metadata-request.ts'
import { offsetForLeaderEpoch } from '../protocol/offset-for-leader-epoch.ts'
import { byTopic } from '../protocol/partition-name.ts'
import { encodeProduceRequest } from '../protocol/produce-request.ts'
import { type AdminApi, type AdminRequests, adminRequests } from './admin-requests.ts'
import { Connection } from './connection.ts'
import { type GroupApi, type GroupRequests, groupRequests } from './group-requests.ts'
import type { KafkaSettings } from './options.ts'

/**
 * A client of one broker. It connects at its first request, and anew at the next one after the connection was lost: each
 * request is sent once, and rejects if it gets no answer in time.
 */
export interface Broker extends GroupRequests, AdminRequests {
  /** Ends the connection at once. Requests without an answer reject, and every later one. */
  close(): Promise<void>
  /** The broker's metadata of the topics; of all topics if none is named. */
  metadata(topics: readonly string[]): Promise<ClusterMetadata>
  /**
   * Appends the batches, one of a partition at most, with acks=all. Returns the answer about each partition: its records
   * get successive offsets. A batch that the partition has already is answered with the offset that it has.
   */
  produce(batches: readonly NewBatch[], timeoutMs: number): Promise<ProducedPartition[]>
  /** An id that the cluster gives to no other producer. */
  initProducerId(): Promise<Omit<BatchIdentity, 'sequence'>>
  /** Reads each partition from its offset on, up to the first transaction that is open, as consumers do. */
  fetch(offsets: readonly PartitionOffset[], limits: FetchLimits): Promise<FetchedPartition[]>
  /** The offset of the oldest record, or the one behind the newest that a fetch returns, of each partition. */
  listOffsets(partitions: readonly TopicPartition[], which: 'oldest' | 'end'): Promise<ListedOffset[]>
}

/** `error`: why the partition rejected its records; without one, `baseOffset` is the offset of the first of them. */
export interface ProducedPartition extends TopicPartition {
  readonly error: Error | null
  readonly baseOffset: number
}

export interface PartitionOffset extends TopicPartition {
  readonly offset: number
}

/** How long the broker waits for a record, and the most bytes of a partition and of all. One batch is always returned. */
export interface FetchLimits {
  readonly waitMs: number
  readonly partitionBytes: number
  readonly bytes: number
}

export interface ListedOffset extends PartitionOffset {
  readonly error: Error | null
}

interface ProduceResponse {
  readonly topics: readonly {
    readonly topicName: string
    readonly partitions: readonly {
      readonly partition: number
      readonly errorCode: number
      readonly baseOffset: string
    }[]
  }[]
}

interface ListOffsetsResponse {
  readonly responses: readonly {
    readonly topic: string
    readonly partitions: readonly {
      readonly partition: number
      readonly errorCode: number
      readonly offset: string
    }[]
  }[]
}

interface ProducerIdResponse {
  readonly errorCode: number
  readonly producerId: string
  readonly producerEpoch: number
}

type Api = 'Produce' | 'InitProducerId' | 'Metadata' | 'Fetch' | 'ListOffsets' | GroupApi | AdminApi

/**
 * Creates a client for the broker at `address` (host:port) without connecting. A request without a response
 * within `timeoutMs` fails, and ends the connection.
 */
export function makeBroker(address: string, settings: KafkaSettings, timeoutMs: number): Broker {
  const definitions: Readonly<Record<string, RequestDefinition>> = {
    ...requests,
    Metadata: metadataRequest,
    Fetch: fetchRequest(settings),
    OffsetForLeaderEpoch: offsetForLeaderEpoch,
  }
  let connection: Connection | null = null
  let isClosed = false

  async function connected(): Promise<Connection> {
    if (isClosed) throw new Error('The client was closed')
    if (connection?.isOpen !== true) connection = new Connection(address, settings, timeoutMs)
    const current = connection
    await current.ready
    return current
  }

  /**
   * Sends a request and returns the decoded response with its error codes. `override` replaces properties of the request
   * of kafkajs, such as its encoder.
   */
  async function sendRequest<Answer>(api: Api, options: object, override: object = {}): Promise<Answer> {
    const open = await connected()
    return (await open.send(api, definitions[api] as RequestDefinition, options, override)) as Answer
  }

  return {
    async close() {
      isClosed = true
      await connection?.close()
    },
    metadata: (topics) => sendRequest('Metadata', { topics }),
    async produce(batches, limitMs) {
      const encode = async () => ({ buffer: await encodeProduceRequest(batches, limitMs, Date.now()) })
      return producedPartitions(await sendRequest<ProduceResponse>('Produce', {}, { encode }))
    },
    async initProducerId() {
      const options = { transactionalId: null, transactionTimeout: 0 }
      const answer = await sendRequest<ProducerIdResponse>('InitProducerId', options)
      assertAccepted(answer.errorCode)
      return { producerId: BigInt(answer.producerId), epoch: answer.producerEpoch }
    },
    fetch: (offsets, limits) => sendRequest('Fetch', fetchOptions(offsets, limits)),
    async listOffsets(partitions, which) {
      const topics = byTopic(partitions, ({ partition }) => ({ partition, timestamp: TIMESTAMPS[which] }))
      return listedOffsets(await sendRequest<ListOffsetsResponse>('ListOffsets', { topics }))
    },
    ...groupRequests(sendRequest),
    ...adminRequests(sendRequest),
  }
}

/** Kafka protocol, "ListOffsets Request": what stands for a timestamp. */
const TIMESTAMPS = { oldest: '-2', end: '-1' }

function producedPartitions({ topics }: ProduceResponse): ProducedPartition[] {
  return topics.flatMap(({ topicName: topic, partitions }) =>
    partitions.map(({ partition, errorCode, baseOffset }) => {
      return { topic, partition, error: errorOf(errorCode), baseOffset: Number(baseOffset) }
    }),
  )
}

function fetchOptions(offsets: readonly PartitionOffset[], { waitMs, partitionBytes, bytes }: FetchLimits) {
  const topics = byTopic(offsets, ({ partition, offset }) => {
    return { partition, fetchOffset: String(offset), maxBytes: partitionBytes }
  })
  return { topics, maxWaitTime: waitMs, minBytes: 1, maxBytes: bytes }
}

function listedOffsets({ responses }: ListOffsetsResponse): ListedOffset[] {
  return responses.flatMap(({ topic, partitions }) =>
    partitions.map(({ partition, errorCode, offset }) => {
      return { topic, partition, offset: Number(offset), error: errorOf(errorCode) }
    }),
  )
}
