import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { makeDiskReserve } from '#shared/adapters/folder/disk-reserve.ts'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import type { KafkaEventLog, KafkaOptions } from '#shared/adapters/kafka/event-log.ts'
import { splitResultStore } from '#shared/adapters/redis/split-result-store.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type SqliteEventLog, sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { Config } from '#shared/config/config.ts'
import { isGroupOfLane } from '#shared/messages/consumer-groups.ts'
import { topicsOfKind } from '#shared/messages/topic-kinds.ts'
import { isWorkTopic } from '#shared/messages/topic-specs.ts'
import { FACTS, FORMER_TOPICS } from '#shared/messages/topics.ts'
import type { EventLog, EventReader, NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

export interface Adapters {
  readonly log: EventLog
  /** Reader of the log without a consumer group. */
  readonly events: EventReader
  /** See `KafkaEventLog`; null with the embedded log. */
  topicDrift(): number | null
  /** Another process has appended to these topics of the embedded log. */
  notice(topics: readonly string[]): void
  readonly store: ResultStore
  readonly objects: ObjectStore
  close(): Promise<void>
}

const MIB = 1024 * 1024
const REDIS_TIMEOUT_MS = 800
const S3_TIMEOUT_MS = 1500
/** A consumer that gives no sign of life for so long has ended for the brokers. */
const SESSION_MS = 6000
/** Limits of a decompressed record batch; a larger one is reported to `dead-letter` and skipped. */
const MAX_BATCH_BYTES = 16 * MIB
const MAX_BATCH_RECORDS = 20_000
/** Of the disk of DATA_DIR, but a tenth of it at most, that images and large values leave free: the oldest go, then nothing new is stored. */
const DISK_RESERVE_BYTES = 512 * MIB
/** Limits of the clients of the look-ups. */
export const LOOKUPS_LIMITS = { maxTimeoutMs: 10_000, maxMessageBytes: 4 * MIB }

/** Called at each append of this process to the embedded log. */
export type OnAppend = (records: readonly NewRecord[]) => void

/**
 * Chooses the adapters by the settings alone: a real service where one is named, else the embedded one. The client of a
 * real service is loaded only where it is used: it costs time and memory.
 */
export async function openAdapters(
  config: Config,
  logger: Logger,
  onAppend: OnAppend = () => {},
): Promise<Adapters> {
  let database: Database | null = null
  const embedded = (): Database => {
    database ??= openDatabase(join(config.DATA_DIR, 'pageprobe.db'))
    return database
  }
  const log = await openLog(config, logger, embedded, onAppend)
  const store = await openStore(config, logger, embedded)
  const objects = await openObjects(config, logger)
  return {
    log,
    events: log.reader,
    topicDrift: () => ('topicDrift' in log ? log.topicDrift() : null),
    notice: (topics) => ('notice' in log ? log.notice(topics) : undefined),
    store,
    objects,
    async close() {
      await Promise.allSettled([log.close(), store.close(), objects.close()])
      database?.close()
    },
  }
}

/** Names of the settings that parts in several processes need and that are missing. */
export function embeddedSettings(config: Config): string[] {
  return (['KAFKA_BROKERS', 'REDIS_URL', 'S3_ENDPOINT'] as const).filter((name) => config[name] === null)
}

async function openLog(
  config: Config,
  logger: Logger,
  embedded: () => Database,
  onAppend: OnAppend,
): Promise<KafkaEventLog | SqliteEventLog> {
  if (config.KAFKA_BROKERS === null) {
    return sqliteEventLog({ database: embedded(), log: logger, isWorkTopic, onAppend })
  }
  const { kafkaEventLog } = await import('#shared/adapters/kafka/event-log.ts')
  return kafkaEventLog(kafkaOptions(config, config.KAFKA_BROKERS, logger))
}

/** The settings for connecting to these brokers. */
export function kafkaOptions(config: Config, brokers: readonly string[], logger: Logger): KafkaOptions {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = config
  return {
    brokers,
    ssl: config.KAFKA_SSL,
    sasl: mechanism === null ? null : { mechanism, username, password },
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    partitions: config.KAFKA_PARTITIONS.internal,
    replication: config.KAFKA_REPLICATION,
    instanceId: instanceOf(config),
    sessionTimeoutMs: SESSION_MS,
    maxBatchBytes: MAX_BATCH_BYTES,
    maxBatchRecords: MAX_BATCH_RECORDS,
    isThroughputOriented: isGroupOfLane('batch'),
    formerTopics: FORMER_TOPICS,
    // One inspection is one record of each of these topics: nothing is ordered in them.
    isSpreadEvenly: (topic) => topicsOfKind.interactive.includes(topic),
    mayLinger: ({ topic, headers }) => topic === FACTS || String(headers.ce_lane) === 'batch',
    log: logger,
  }
}

/** Several processes on one host have different ports or folders. */
function instanceOf({ INSTANCE_ID, METRICS_LISTEN, DATA_DIR }: Config): string {
  return INSTANCE_ID || `${hostname()} ${METRICS_LISTEN?.port || resolve(DATA_DIR)}`
}

async function openStore(config: Config, log: Logger, embedded: () => Database): Promise<ResultStore> {
  if (config.REDIS_URL === null) return sqliteResultStore({ database: embedded(), log })
  const { redisResultStore } = await import('#shared/adapters/redis/result-store.ts')
  const open = (url: string, keeps: 'state' | 'cache') =>
    redisResultStore({
      url,
      keyPrefix: 'pageprobe:',
      commandTimeoutMs: REDIS_TIMEOUT_MS,
      sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
      keeps,
      log,
    })
  const state = open(config.REDIS_URL, 'state')
  if (config.REDIS_CACHE_URL === null) return state
  return splitResultStore(state, open(config.REDIS_CACHE_URL, 'cache'))
}

async function openObjects(config: Config, log: Logger): Promise<ObjectStore> {
  const expireDays = { images: config.IMAGE_TTL_DAYS, bodies: config.BODY_TTL_DAYS }
  if (config.S3_ENDPOINT === null) {
    const folder = join(config.DATA_DIR, 'objects')
    const reserve = makeDiskReserve({ folder, bytes: DISK_RESERVE_BYTES, log })
    return folderObjectStore({ folder, expireDays, reserve, log })
  }
  const { s3ObjectStore } = await import('#shared/adapters/s3/object-store.ts')
  return s3ObjectStore({
    endpoint: config.S3_ENDPOINT,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    expireDays,
    timeoutMs: S3_TIMEOUT_MS,
    log,
  })
}
