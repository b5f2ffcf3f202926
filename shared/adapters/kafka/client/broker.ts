import { logLevel } from 'kafkajs'
import { kafkajsModule, newEncoder } from '../protocol/kafkajs.ts'
import { encodeProduceRequest, type PartitionedRecord } from '../protocol/produce-request.ts'
import { connectionSettings, kafkajsLogCreator } from './kafka-client.ts'
import type { KafkaSettings } from './options.ts'

/**
 * A connection to one broker that sends Kafka requests directly, without the decisions (leader, retries,
 * batching) of kafkajs's clients.
 */
export interface Broker {
  /** Resolves after the broker has answered a request. */
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** The broker's metadata of the topics; of all topics if none is named. */
  metadata(topics: readonly string[]): Promise<ClusterMetadata>
  /** Appends the records with acks=all. Returns the errors of the partitions that rejected their records. */
  produce(records: readonly PartitionedRecord[], timeoutMs: number): Promise<PartitionError[]>
}

export interface PartitionError {
  readonly topic: string
  readonly partition: number
  readonly error: Error
}

/** The used fields of a Metadata response (Kafka protocol, "Metadata Response"). */
export interface ClusterMetadata {
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
  readonly topicMetadata: readonly {
    readonly topicErrorCode: number
    readonly topic: string
    readonly partitionMetadata: readonly PartitionMetadata[]
  }[]
}

/** `leader` is a node id; -1 while the partition has no leader. */
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

/** The part of kafkajs 2.2.4 used here: its connection to a broker. */
interface KafkajsBroker {
  readonly connectionPool: { send(request: object): Promise<unknown> }
  connect(): Promise<void>
  disconnect(): Promise<void>
  lookupRequest(
    apiKey: number,
    definition: unknown,
  ): (options: object) => { request: object; response: object }
}

type ConnectionPools = (options: object) => { build(address: object): Promise<unknown> }

const KafkajsBroker = kafkajsModule<new (options: object) => KafkajsBroker>('broker')
const connectionPools = kafkajsModule<ConnectionPools>('cluster/connectionPoolBuilder')
const { createLogger } = kafkajsModule<{ createLogger(options: object): unknown }>('loggers')
const apiKeys = kafkajsModule<Record<'Produce' | 'Metadata', number>>('protocol/requests/apiKeys')
const { requests } = kafkajsModule<{ requests: Record<string, unknown> }>('protocol/requests')
const { createErrorFromCode } = kafkajsModule<{ createErrorFromCode(code: number): Error }>('protocol/error')

/**
 * Creates a client for the broker at `address` (host:port) without connecting. A request without a response
 * within `timeoutMs` fails.
 */
export function makeBroker(address: string, settings: KafkaSettings, timeoutMs: number): Broker {
  const logger = createLogger({ level: logLevel.NOTHING, logCreator: kafkajsLogCreator(settings.log) })
  const pools = connectionPools({ ...connectionSettings(settings, timeoutMs), logger, brokers: [address] })
  let broker: KafkajsBroker | null = null

  /**
   * Sends a request and returns the decoded response with its error codes; kafkajs would throw the first
   * error of any partition instead. `override` replaces properties of the request of kafkajs, such as its
   * encoder.
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
          .map(({ partition, errorCode }) => {
            return { topic: topicName, partition, error: createErrorFromCode(errorCode) }
          }),
      )
    },
  }
}

/** Wraps encoded bytes in the encoder type that kafkajs expects, and copies. */
function toEncoder(bytes: Buffer) {
  return Object.assign(newEncoder(1), { buf: bytes, offset: bytes.length })
}
