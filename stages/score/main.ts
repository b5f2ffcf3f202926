import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import { auditHandler } from './audit-handler.ts'
import { performanceHandler } from './performance-handler.ts'
import type { ScorePool } from './score.worker.ts'

/** Audits are kept for 90 days to compare later ones with. */
const HISTORY_SECONDS = 90 * 86_400
/** For judging one page, in milliseconds. */
const JUDGE_MS = 10_000
/** MiB at which a judging thread is ended. */
const THREAD_MEMORY_MB = 768
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
    threads: config.WORKER_THREADS,
    timeoutMs: JUDGE_MS,
    memoryMb: THREAD_MEMORY_MB,
  })
  const audits = Math.max(MIN_AUDITS, config.WORKER_THREADS * AUDITS_PER_THREAD)
  const options = stageOptions(runtime, audits)
  const consumers = await Promise.all([
    runStage(
      auditHandler({
        scorePool,
        objects,
        store,
        logger,
        historyTtl: HISTORY_SECONDS,
        maxBytes: config.FETCH_MAX_BYTES,
      }),
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
