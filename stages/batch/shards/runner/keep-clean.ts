import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { RunnerParts } from './runner-parts.ts'

const STEP_MS = 20
const CLEANUP_MS = 500

/**
 * Runs the clean-up of a shard periodically, in small steps. Calls back when hosts have rested. Rejects when the runner
 * stops.
 */
export async function keepClean(parts: RunnerParts, onReadyQueues: () => void): Promise<never> {
  for (;;) await sleep(await cleanUp(parts, onReadyQueues), undefined, { signal: parts.signal })
}

/** One step. Resolves with the time until the next one. */
async function cleanUp({ store, logger }: RunnerParts, onReadyQueues: () => void): Promise<number> {
  try {
    const { hasMore, hasReadyQueues } = await store.sweep(Date.now())
    if (hasReadyQueues) onReadyQueues()
    return hasMore ? STEP_MS : CLEANUP_MS
  } catch (err) {
    logger[isUnavailable(err) ? 'debug' : 'error']({ err }, 'the clean-up of a shard failed')
    return CLEANUP_MS
  }
}
