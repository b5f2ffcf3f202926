import { makeSemaphore, type Semaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'

/** Limits how much work of one key runs at a time, so that no key takes all the capacity. */
export interface KeyTurns {
  /**
   * Runs the work when fewer than the limit run for the key, and settles like it. Rejects with the reason of the signal
   * while it waits, and with `SERVICE_UNAVAILABLE` when too much work of the key waits.
   */
  run<T>(keyId: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export interface KeyTurnsOptions {
  /** Work of a key that runs at a time, and that waits. */
  readonly limit: number
  readonly maxWaiting: number
}

/** Thumbnails of one key that a gateway asks for at a time, and those that wait for their turn. */
const THUMBNAILS_PER_KEY = 4
const WAITING_THUMBNAILS = 64

/** Makes the turns of the keys of one gateway; absent limits are those of thumbnails. */
export function makeKeyTurns({
  limit = THUMBNAILS_PER_KEY,
  maxWaiting = WAITING_THUMBNAILS,
}: Partial<KeyTurnsOptions> = {}): KeyTurns {
  const keys = new Map<string, { readonly semaphore: Semaphore; open: number }>()
  return {
    async run(keyId, work, signal) {
      const turns = keys.get(keyId) ?? { semaphore: makeSemaphore(limit), open: 0 }
      if (turns.open >= limit + maxWaiting) throw unavailable('turns of the key')
      keys.set(keyId, turns)
      turns.open++
      try {
        return await turns.semaphore.run(work, signal)
      } finally {
        turns.open--
        if (turns.open === 0) keys.delete(keyId)
      }
    },
  }
}
