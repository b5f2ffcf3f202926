import type { NewRecord } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../../log.ts'

export interface KafkaOptions {
  /** Bootstrap brokers of the cluster, as host:port. */
  readonly brokers: readonly string[]
  readonly ssl: boolean
  readonly sasl: KafkaSasl | null
  /** Prefix of the name of every topic and group on the broker. Callers of the adapter never see it. */
  readonly topicPrefix: string
  /** Partitions of the topics that `createTopics` creates. */
  readonly partitions: number
  /** Replicas of a topic; null = 3, or the number of brokers if that is lower. */
  readonly replication: number | null
  /** min.insync.replicas of a topic; null = 2 with three replicas, else 1. */
  readonly minInSync?: number | null
  readonly log?: AdapterLog
  /** A name that stays the same across restarts: a restarted instance gets back its former partitions. */
  readonly instanceId?: string
  /**
   * How often a member checks that its topics still have the same id. This finds a topic that was created
   * anew even if no fetch fails.
   */
  readonly logCheckMs?: number
  /** The group removes a consumer after this long without a heartbeat. */
  readonly sessionTimeoutMs?: number
  /** Heartbeat interval, which is also how fast a consumer learns of a rebalance. */
  readonly heartbeatMs?: number
  /** How long members may take to rejoin when their group rebalances. */
  readonly rebalanceTimeoutMs?: number
  /** `subscribe` rejects if joining the group takes longer. */
  readonly joinTimeoutMs?: number
  /** An append rejects after this time; its records may still become durable later. */
  readonly appendTimeoutMs?: number
  /** Limits of one produce request. */
  readonly appendMaxBytes?: number
  readonly appendMaxRecords?: number
  /**
   * Whether a record may wait up to `appendLingerMs` for others (linger.ms of Kafka), so that one request
   * carries more records.
   */
  readonly mayLinger?: (record: NewRecord) => boolean
  readonly appendLingerMs?: number
  /** The largest record of a topic that this process has not created. */
  readonly maxRecordBytes?: number
  /** fetch.max.wait.ms: how long the broker may hold a fetch without records. `close` may take as long. */
  readonly fetchWaitMs?: number
  /**
   * Whether a group prefers throughput to latency: its fetches are throttled, so that each brings more
   * records.
   */
  readonly isThroughputOriented?: (group: string) => boolean
  /** The most bytes of one fetch, in total and per partition. A single larger record is still delivered. */
  readonly fetchMaxBytes?: number
  readonly fetchMaxPartitionBytes?: number
  /**
   * The most bytes (decompressed) and records of one record batch. A larger batch is delivered as unreadable.
   */
  readonly maxBatchBytes?: number
  readonly maxBatchRecords?: number
  readonly pingTimeoutMs?: number
  /** Timeout of createTopics, lag, commits, and reading positions. */
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
 * Completes the options with defaults. Three heartbeats fit in a session, each delayed by at most the one
 * fetch that the broker holds then.
 */
export function kafkaSettings(options: KafkaOptions): KafkaSettings {
  const { sessionTimeoutMs } = { ...kafkaDefaults, ...options }
  const heartbeatMs = Math.min(kafkaDefaults.heartbeatMs, Math.floor(sessionTimeoutMs / 3))
  const fetchWaitMs = Math.min(kafkaDefaults.fetchWaitMs, heartbeatMs)
  return { ...kafkaDefaults, heartbeatMs, fetchWaitMs, ...options }
}

/** All options are set, except the log, which stays optional. */
export type KafkaSettings = Required<Omit<KafkaOptions, 'log'>> & Pick<KafkaOptions, 'log'>
