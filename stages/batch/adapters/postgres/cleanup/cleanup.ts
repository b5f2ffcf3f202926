import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { startBackgroundWork } from '../../../background-work.ts'
import type { Notifier } from '../../../notifier.ts'
import type { Postgres } from '../connection/session.ts'
import { type CleanupSurvey, expireBatches, forgetBatches, forgetDeferred, surveyCleanup } from './ends.ts'
import { makeSweep } from './sweep.ts'

export interface CleanupOptions {
  readonly postgres: Postgres
  /** Gets the ids of batches that have finished. */
  readonly notifier: Notifier
  /** How long a finished batch is kept, in milliseconds. */
  readonly retentionMs: number
  readonly logger: Log
}

/** What one step did. */
export interface CleanupResult {
  /** There may be more to do. */
  readonly hasMore: boolean
  /** Ids of batches that have finished. */
  readonly ended: readonly string[]
}

/** Between two steps, so that the clean-up leaves the database to others half of the time. */
const STEP_MS = 20
const IDLE_MS = 1000

/**
 * Makes the clean-up of the database, which any number of processes may run at once. Each call does one step: some transactions,
 * none of which holds its locks for more than 50 ms.
 */
export function makeCleanup({
  postgres,
  retentionMs,
}: Pick<CleanupOptions, 'postgres' | 'retentionMs'>): () => Promise<CleanupResult> {
  const sweep = makeSweep(postgres)
  return async () => {
    const found: CleanupSurvey = await surveyCleanup(postgres, retentionMs)
    const expired = found.to_expire ? await expireBatches(postgres) : []
    if (found.to_forget) await forgetBatches(postgres, retentionMs)
    if (found.deferred_to_forget) await forgetDeferred(postgres)
    const swept = found.to_sweep ? await sweep() : []
    return { hasMore: Object.values(found).some((has) => has), ended: [...expired, ...swept] }
  }
}

/** Runs the clean-up. The returned function stops it, and resolves when no step is running. */
export function startCleanup(options: CleanupOptions): () => Promise<void> {
  const { notifier, logger } = options
  const changes = notifier.subscribe('')
  const cleanUp = makeCleanup(options)

  async function step(): Promise<number> {
    try {
      const { hasMore, ended } = await cleanUp()
      for (const id of ended) notifier.notify(id)
      return hasMore ? STEP_MS : IDLE_MS
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, 'the clean-up of the frontier failed')
      return IDLE_MS
    }
  }

  return startBackgroundWork(async (signal) => {
    signal.addEventListener('abort', changes.close)
    while (!signal.aborted) await changes.next(await step())
  })
}
