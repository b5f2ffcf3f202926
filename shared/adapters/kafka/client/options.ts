import type { NewRecord } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../common/adapter-log.ts'

export interface KafkaOptions {
  /** host:port, any of the cluster. */
  readonly brokers: readonly string[]
  readonly ssl: boolean
  readonly sasl: KafkaSasl | null
  /** Goes before the name of each topic and group on the broker; nobody above the adapter sees it. */
  readonly topicPrefix: string
  /** Of topics that `createTopics` makes. */
  readonly partitions: number
  /** Null = three, or as many as there are brokers. */
  readonly replication: number | null
  /** Replicas that must have a record before it is acknowledged; null = two of three, else one. */
  readonly minInSync?: number | null
  readonly log?: AdapterLog
  /** The same again after a restart: what this process had in a group before goes to it again. */
  readonly instanceId?: string
  /** How often a member looks whether its topics are still the same; what a fetch does not tell is found so. */
  readonly logCheckMs?: number
  /** A consumer that is silent for so long is given up by its group. */
  readonly sessionTimeoutMs?: number
  /** How often a consumer says that it is alive, and so how fast it learns of a rebalance. */
  readonly heartbeatMs?: number
  /** How long members may take to join again when their group rebalances. */
  readonly rebalanceTimeoutMs?: number
  /** `subscribe` rejects when the group could not be joined for the first time by then. */
  readonly joinTimeoutMs?: number
  /** An append that is not durable by then rejects; it may become durable all the same. */
  readonly appendTimeoutMs?: number
  /** The most bytes and records of one produce request. */
  readonly appendMaxBytes?: number
  readonly appendMaxRecords?: number
  /** Whether a record may wait for others, up to `appendLingerMs`, so that one request takes more of them. */
  readonly mayLinger?: (record: NewRecord) => boolean
  readonly appendLingerMs?: number
  /** The largest record of topics that this log was never asked to create. */
  readonly maxRecordBytes?: number
  /** How long the broker may hold an empty fetch; `close` may take as long. */
  readonly fetchWaitMs?: number
  /** Whether the records of a group may come a moment later, and more of them at once. */
  readonly isThroughputOriented?: (group: string) => boolean
  /** The most bytes that one fetch brings, and of one partition. A single larger record comes all the same. */
  readonly fetchMaxBytes?: number
  readonly fetchMaxPartitionBytes?: number
  /** What one record batch may unpack to, in bytes and in records: a larger one is handed over as unreadable. */
  readonly maxBatchBytes?: number
  readonly maxBatchRecords?: number
  readonly pingTimeoutMs?: number
  /** For createTopics, lag, commits and reading positions. */
  readonly requestTimeoutMs?: number
}

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  readonly username: string
  readonly password: string
}

const KIB = 1024

const kafkaDefaults = {
  minInSync: null,
  instanceId: '',
  logCheckMs: 10_000,
  sessionTimeoutMs: 6000,
  heartbeatMs: 1000,
  rebalanceTimeoutMs: 6000,
  joinTimeoutMs: 30_000,
  appendTimeoutMs: 1500,
  appendMaxBytes: 512 * KIB,
  appendMaxRecords: 2000,
  mayLinger: () => false,
  appendLingerMs: 20,
  maxRecordBytes: 900 * KIB,
  fetchWaitMs: 500,
  isThroughputOriented: () => false,
  fetchMaxBytes: 4096 * KIB,
  fetchMaxPartitionBytes: 1024 * KIB,
  maxBatchBytes: 16 * 1024 * KIB,
  maxBatchRecords: 20_000,
  pingTimeoutMs: 900,
  requestTimeoutMs: 5000,
} as const

/**
 * The options, with the defaults for those that are missing. Heartbeats are due three times in a session, and late by the
 * one fetch at most that the broker holds then.
 */
export function kafkaSettings(options: KafkaOptions): KafkaSettings {
  const { sessionTimeoutMs } = { ...kafkaDefaults, ...options }
  const heartbeatMs = Math.min(kafkaDefaults.heartbeatMs, Math.floor(sessionTimeoutMs / 3))
  const fetchWaitMs = Math.min(kafkaDefaults.fetchWaitMs, heartbeatMs)
  return { ...kafkaDefaults, heartbeatMs, fetchWaitMs, ...options }
}

/** All options decided, but the log, which stays optional. */
export type KafkaSettings = Required<Omit<KafkaOptions, 'log'>> & Pick<KafkaOptions, 'log'>
