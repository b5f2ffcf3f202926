import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import { auditHandler } from './audit-handler.ts'
import { performanceHandler } from './performance-handler.ts'
import type { ScorePool } from './score.worker.ts'

const DAY_SECONDS = 86_400
/**
 * Audits of a process at once, for each thread: so many that the share of one client leaves a slot, and that those of others wait
 * for threads beside them, by turns.
 */
const AUDITS_PER_THREAD = 8
const MIN_AUDITS = 16

/** Starts the score stage with its two consumers: audits, and measurements of performance. */
export async function startScore(runtime: Runtime): Promise<Component> {
  const { config, objects, store, logger } = runtime
  const scorePool: ScorePool = startThreadPool({
    program: new URL('./score.worker.ts', import.meta.url),
    threads: config.SCORE_WORKERS,
    timeoutMs: config.SCORE_TIMEOUT_MS,
    memoryMb: config.SCORE_MEMORY_MB,
  })
  const historyTtl = config.AUDIT_HISTORY_DAYS * DAY_SECONDS
  const audits = Math.max(MIN_AUDITS, config.SCORE_WORKERS * AUDITS_PER_THREAD)
  const options = stageOptions(runtime, audits)
  const consumers = await Promise.all([
    runStage(
      auditHandler({ scorePool, objects, store, logger, historyTtl, maxBytes: config.FETCH_MAX_BYTES }),
      options,
    ),
    runStage(performanceHandler({ scorePool, objects, store }), options),
  ])
  return {
    async stop(graceMs) {
      await Promise.all(consumers.map((consumer) => consumer.drain(graceMs)))
      await scorePool.stop()
    },
  }
}
