import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { startBackgroundWork } from '../../../background-work.ts'
import { type SegmentSaverOptions, saveSegments } from './save-segments.ts'
import { sweepObjects } from './sweep-objects.ts'

export interface SegmentWorkOptions extends SegmentSaverOptions {
  readonly objects: Pick<ObjectStore, 'put' | 'remove'>
}

/** Between two looks for rows that make a segment. */
const SAVE_MS = 1000
/** Between two looks for objects that no segment names. */
const SWEEP_MS = 10_000
/** Between two steps of a sweep. */
const STEP_MS = 100

/**
 * Moves result lines into objects, and removes objects that are not needed any more. Every batch part does it. The returned function
 * stops it, and resolves when nothing is under way.
 */
export function startSegmentWork(options: SegmentWorkOptions): () => Promise<void> {
  const { logger } = options

  /** Resolves with false when the work failed. */
  async function tried(work: () => Promise<boolean>, failure: string): Promise<boolean> {
    try {
      return await work()
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, failure)
      return false
    }
  }

  const stopSaving = startBackgroundWork(async (signal) => {
    while (!signal.aborted)
      if (!(await tried(() => saveSegments(options), 'result lines cannot be saved')))
        await sleep(SAVE_MS, undefined, { signal })
  })
  const stopSweeping = startBackgroundWork(async (signal) => {
    while (!signal.aborted) {
      const hasMore = await tried(() => sweepObjects(options), 'objects cannot be removed')
      await sleep(hasMore ? STEP_MS : SWEEP_MS, undefined, { signal })
    }
  })
  return async () => {
    await Promise.all([stopSaving(), stopSweeping()])
  }
}
