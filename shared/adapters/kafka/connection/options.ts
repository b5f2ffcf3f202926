import type { NewRecord } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../../log.ts'

export interface KafkaOptions {
  /** Bootstrap brokers of the cluster, as host:port. */
  readonly brokers: readonly string[]
  readonly ssl: boolean
  readonly sasl: KafkaSasl | null
  /** Prefix of the name of every topic and group on the broker. Callers of the adapter never see it. */
  readonly topicPrefix: string
  /** Partitions of the topics that `createTopics` creates and whose specification says none. */
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
  /** `subscribe` rejects if joining the group takes longer. */
  readonly joinTimeoutMs?: number
  /**
   * Whether a record may wait up to `appendLingerMs` for others (linger.ms of Kafka), so that one request
   * carries more records.
   */
  readonly mayLinger?: (record: NewRecord) => boolean
  /**
   * Whether records of the topic go to its partitions in turn, whatever their keys are: few records are shared out
   * evenly, which hashed keys do for many only.
   */
  readonly isSpreadEvenly?: (topic: string) => boolean
  /** The largest record of a topic that this process has not created. */
  readonly maxRecordBytes?: number
  /**
   * Whether a group prefers throughput to latency: its fetches are throttled, so that each brings more
   * records.
   */
  readonly isThroughputOriented?: (group: string) => boolean
  /** Topics of former versions, without prefix: a warning names those that exist. */
  readonly formerTopics?: readonly string[]
  /** The most bytes of one fetch, in total and per partition. A single larger record is still delivered. */
  readonly fetchMaxBytes?: number
  readonly fetchMaxPartitionBytes?: number
  /**
   * The most bytes (decompressed) and records of one record batch. A larger batch is delivered as unreadable.
   */
  readonly maxBatchBytes?: number
  readonly maxBatchRecords?: number
}

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  readonly username: string
  readonly password: string
}

const KIB = 1024

const defaults = {
  minInSync: null,
  instanceId: '',
  logCheckMs: 10_000,
  sessionTimeoutMs: 6000,
  joinTimeoutMs: 30_000,
  mayLinger: () => false,
  isSpreadEvenly: () => false,
  maxRecordBytes: 900 * KIB,
  isThroughputOriented: () => false,
  formerTopics: [],
  fetchMaxBytes: 4096 * KIB,
  fetchMaxPartitionBytes: 1024 * KIB,
  maxBatchBytes: 16 * 1024 * KIB,
  maxBatchRecords: 20_000,
} as const

/** The same for every log. */
const fixed = {
  /** How long members may take to rejoin when their group rebalances. */
  rebalanceTimeoutMs: 6000,
  /** An append rejects after this time; its records may still become durable later. */
  appendTimeoutMs: 1500,
  /** Limits of one produce request. */
  appendMaxBytes: 512 * KIB,
  appendMaxRecords: 2000,
  appendLingerMs: 20,
  pingTimeoutMs: 900,
  /** Timeout of createTopics, lag, commits, and reading positions. */
  requestTimeoutMs: 5000,
}

/** Heartbeat interval, which is also how fast a consumer learns of a rebalance. */
const HEARTBEAT_MS = 1000
/** fetch.max.wait.ms: how long the broker may hold a fetch without records. `close` may take as long. */
const FETCH_WAIT_MS = 500

/**
 * Completes the options with defaults. Three heartbeats fit in a session, each delayed by at most the one
 * fetch that the broker holds then.
 */
export function kafkaSettings(options: KafkaOptions): KafkaSettings {
  const settings = { ...defaults, ...fixed, ...options }
  const heartbeatMs = Math.min(HEARTBEAT_MS, Math.floor(settings.sessionTimeoutMs / 3))
  return { ...settings, heartbeatMs, fetchWaitMs: Math.min(FETCH_WAIT_MS, heartbeatMs) }
}

/** All options are set, except the log, which stays optional. */
export type KafkaSettings = Required<Omit<KafkaOptions, 'log'>> &
  Pick<KafkaOptions, 'log'> &
  typeof fixed & { readonly heartbeatMs: number; readonly fetchWaitMs: number }
