import { createRequire } from 'node:module'
import { logLevel } from 'kafkajs'
import { encodeProduceRequest, type PartitionedRecord } from '../protocol/produce-request.ts'
import { connectionSettings } from './kafka-client.ts'
import { kafkajsLogCreator } from './kafkajs-log.ts'
import type { KafkaSettings } from './options.ts'

/** Connections to single brokers of a cluster, asked in Kafka's own terms: what kafkajs's clients decide is decided here. */
export interface Broker {
  /** Resolves when the broker has answered. */
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** What the broker knows of the topics, or of all when none is named. */
  metadata(topics: readonly string[]): Promise<ClusterMetadata>
  /** Appends, acknowledged by all replicas in sync. Answers the errors of the partitions that refused theirs. */
  produce(records: readonly PartitionedRecord[], timeoutMs: number): Promise<PartitionError[]>
}

export interface PartitionError {
  readonly topic: string
  readonly partition: number
  readonly error: Error
}

/** Kafka protocol, "Metadata Response". */
export interface ClusterMetadata {
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
  readonly topicMetadata: readonly {
    readonly topicErrorCode: number
    readonly topic: string
    readonly partitionMetadata: readonly PartitionMetadata[]
  }[]
}

/** `leader` is -1 while there is none. */
export interface PartitionMetadata {
  readonly partitionId: number
  readonly leader: number
}

interface ProduceResponse {
  readonly topics: readonly {
    readonly topicName: string
    readonly partitions: readonly { readonly partition: number; readonly errorCode: number }[]
  }[]
}

/** What is used of kafkajs 2.2.4: its encoder, which copies what another one has, and a connection to a broker. */
interface Encoder {
  buf: Buffer
  offset: number
}

interface KafkajsBroker {
  readonly connectionPool: { send(request: object): Promise<unknown> }
  connect(): Promise<void>
  disconnect(): Promise<void>
  lookupRequest(
    apiKey: number,
    definition: unknown,
  ): (options: object) => { request: object; response: object }
}

const require = createRequire(import.meta.url)
const Encoder = require('kafkajs/src/protocol/encoder') as new (size: number) => Encoder
const KafkajsBroker = require('kafkajs/src/broker') as new (options: object) => KafkajsBroker
const connectionPools = require('kafkajs/src/cluster/connectionPoolBuilder') as (options: object) => {
  build(address: object): Promise<unknown>
}
const { createLogger } = require('kafkajs/src/loggers') as { createLogger(options: object): unknown }
const apiKeys = require('kafkajs/src/protocol/requests/apiKeys') as Record<'Produce' | 'Metadata', number>
const { requests } = require('kafkajs/src/protocol/requests') as { requests: Record<string, unknown> }
const { createErrorFromCode } = require('kafkajs/src/protocol/error') as {
  createErrorFromCode(code: number): Error
}

/** `address` is host:port. Connects to nothing yet; a request without an answer within `timeoutMs` fails. */
export function makeBroker(address: string, settings: KafkaSettings, timeoutMs: number): Broker {
  const logger = createLogger({ level: logLevel.NOTHING, logCreator: kafkajsLogCreator(settings.log) })
  const pools = connectionPools({ ...connectionSettings(settings, timeoutMs), logger, brokers: [address] })
  let broker: KafkajsBroker | null = null

  /**
   * The answer as it is, errors included: kafkajs makes the first one the error of all. `own`: what encodes the request, in
   * place of kafkajs.
   */
  async function sendRequest<Answer>(
    api: 'Produce' | 'Metadata',
    options: object,
    override: object = {},
  ): Promise<Answer> {
    if (broker === null) throw new Error('The broker is not connected')
    const { request, response } = broker.lookupRequest(apiKeys[api], requests[api])(options)
    const rawResponse = { ...response, parse: async (answer: unknown) => answer }
    return (await broker.connectionPool.send({
      request: { ...request, ...override },
      response: rawResponse,
    })) as Answer
  }

  return {
    async connect() {
      broker = new KafkajsBroker({
        connectionPool: await pools.build({}),
        logger,
        authenticationTimeout: timeoutMs,
      })
      await broker.connect()
    },
    async disconnect() {
      await broker?.disconnect()
    },
    metadata: (topics) => sendRequest('Metadata', { topics, allowAutoTopicCreation: false }),
    async produce(records, limitMs) {
      const encode = async () => toEncoder(encodeProduceRequest(records, limitMs, Date.now()))
      const answer = await sendRequest<ProduceResponse>('Produce', {}, { encode })
      return answer.topics.flatMap(({ topicName, partitions }) =>
        partitions
          .filter(({ errorCode }) => errorCode !== 0)
          .map(({ partition, errorCode }) => ({
            topic: topicName,
            partition,
            error: createErrorFromCode(errorCode),
          })),
      )
    },
  }
}

/** `bytes` as kafkajs hands on what it has encoded. */
function toEncoder(bytes: Buffer): Encoder {
  return Object.assign(new Encoder(1), { buf: bytes, offset: bytes.length })
}
