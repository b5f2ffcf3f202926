import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

/**
 * Starts work that runs until it is stopped. The returned function aborts the work's signal, and resolves once
 * the work has ended. Errors of the work after the abort are ignored. An earlier one is not handled: it ends
 * the process.
 */
export function startBackgroundWork(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = work(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => {
    stopping.abort()
    return running
  }
}

export interface Steps {
  /** Does one step. Resolves with the milliseconds until the next one. */
  step(): Promise<number>
  /** What the log says of a step that fails: as an error, unless something is unavailable. */
  readonly failure: string
  /** Milliseconds from a step that failed to the next one. */
  readonly retryMs: number
  readonly logger: Log
}

/** Starts background work that is done in steps, one after the other. */
export function startSteps({ step, failure, retryMs, logger }: Steps): () => Promise<void> {
  return startBackgroundWork(async (signal) => {
    while (!signal.aborted) {
      const pauseMs = await step().catch((err: unknown) => {
        logger[isUnavailable(err) ? 'debug' : 'error']({ err }, failure)
        return retryMs
      })
      await sleep(pauseMs, undefined, { signal })
    }
  })
}
