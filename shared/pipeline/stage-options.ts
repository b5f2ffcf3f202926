import type { Runtime } from '#shared/pipeline/part.ts'
import type { StageOptions } from '#shared/pipeline/stage.ts'

/** How a stage with so many slots runs in this process, by the settings. One slot at least is open to batch. */
export function stageOptions(runtime: Runtime, slots: number): StageOptions {
  const { config, log, store, objects, logger, telemetry, publicUrl } = runtime
  const manners = { perKey: config.BATCH_HOST_CONCURRENCY, restMs: config.BATCH_HOST_DELAY_MS }
  return {
    log,
    store,
    objects,
    logger,
    telemetry,
    system: config.KAFKA_BROKERS === null ? 'sqlite' : 'kafka',
    publicUrl,
    pool: { slots, reserved: Math.min(Math.ceil(slots * config.INTERACTIVE_SLOTS), slots - 1), manners },
    highWater: config.QUEUE_HIGH_WATER,
    queueLimit: config.QUEUE_LIMIT,
    tries: config.STAGE_TRIES,
    batchResultTtl: config.BATCH_RESULT_TTL_SECONDS,
  }
}
