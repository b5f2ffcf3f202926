import type { ConsumerOptions } from '#shared/consumer/consumer.ts'
import { processThrottle } from '#shared/consumer/pool/batch-throttle.ts'
import type { PoolOptions } from '#shared/consumer/pool/worker-pool.ts'
import type { Log } from '#shared/log.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Runtime } from '#shared/runtime.ts'
import type { PublisherOptions } from '#shared/stage/publisher.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'

/** Share of a pool that one client can take; at least one slot. */
const TENANT_SHARE = 0.9
/** Pending records at which a stage pauses a lane. */
export const HIGH_WATER = 1000
/** Attempts of a stage that fails unexpectedly. */
export const STAGE_TRIES = 3
/** Crashes of a process with a record in flight after which the record ends as a failure or dead letter. */
const MAX_CRASHES = 4
/** How long an internal event of a later version waits for an update of the part that reads it. */
const NEWER_VERSION_WAIT_MS = 3_600_000

export interface StageOptions extends PublisherOptions {
  readonly log: EventLog
  readonly logger: Log
  readonly telemetry: Telemetry
  /** `messaging.system` of the spans. */
  readonly system: 'kafka' | 'sqlite'
  readonly pool: PoolOptions
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
  /** Pending batch requests to one host. The stage defers more of them to the frontier. */
  readonly maxPendingPerHost: number
  /** How crashes of processes are counted. */
  readonly poisonPills: NonNullable<ConsumerOptions['poisonPills']>
  /** Attempts of work that fails unexpectedly. */
  readonly maxAttempts: number
  /** Milliseconds that an event of a newer version than this program knows waits for an update. */
  readonly newerVersionWaitMs: number
}

/** Batch pages that take longer to fetch or extract free their slot, as many of them as there are slots. */
const SLOW_MS = 2000
/** More pending batch requests to a host are deferred to the frontier. */
const PENDING_PER_HOST = 100

/**
 * The options of a stage with `slots` slots in this process, from the settings. At least one slot is open to batch work.
 * A stage whose work is mostly `waiting` (for targets or look-ups) frees the slots of slow batch work after
 * `SLOW_MS`.
 */
export function stageOptions(
  runtime: Runtime,
  slots: number,
  work: 'waiting' | 'working' = 'working',
): StageOptions {
  const { config, log, store, objects, logger, telemetry, publicUrl } = runtime
  const perTenant = Math.ceil(slots * TENANT_SHARE)
  const limits = { perKey: config.BATCH_HOST_CONCURRENCY, perTenant }
  return {
    log,
    store,
    objects,
    logger,
    telemetry,
    system: config.KAFKA_BROKERS === null ? 'sqlite' : 'kafka',
    publicUrl,
    pool: {
      slots,
      reserved: Math.min(Math.ceil(slots * config.INTERACTIVE_SLOTS), slots - 1),
      limits,
      throttle: processThrottle,
      ...(work === 'waiting' ? { slowMs: SLOW_MS } : {}),
    },
    highWater: HIGH_WATER,
    queueLimit: config.QUEUE_LIMIT,
    maxPendingPerHost: PENDING_PER_HOST,
    poisonPills: poisonPillOptions(runtime),
    maxAttempts: STAGE_TRIES,
    newerVersionWaitMs: NEWER_VERSION_WAIT_MS,
    batchResultTtl: config.BATCH_RESULT_TTL_SECONDS,
    outcomeTtl: outcomeTtlSeconds(config),
  }
}

/** Seconds that the log keeps outcomes. */
export function outcomeTtlSeconds({
  EVENT_RETENTION_MS,
}: Pick<Runtime['config'], 'EVENT_RETENTION_MS'>): number {
  return Math.ceil(EVENT_RETENTION_MS / 1000)
}

/**
 * After a rebalance, members in other processes get this time to report that they are alive. The embedded log has one
 * process only.
 */
const SETTLE_MS = 1000

/** How crashes of processes are counted, from the settings. */
export function poisonPillOptions({
  config,
  store,
}: Pick<Runtime, 'config' | 'store'>): NonNullable<ConsumerOptions['poisonPills']> {
  return {
    store,
    maxCrashes: MAX_CRASHES,
    settleMs: config.KAFKA_BROKERS === null ? 0 : SETTLE_MS,
  }
}
