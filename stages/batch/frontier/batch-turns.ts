import { isUnavailable } from '#shared/errors.ts'
import type { Leases } from '#shared/ports/result-store.ts'
import { batchTurnKey } from '#shared/store/keys.ts'

/** The turn of this process at some work on a batch. */
export interface BatchTurn {
  /** Aborts when another process may have the turn. */
  readonly lost: AbortSignal
  /** Ends the turn: another process can have it at once. Never rejects. */
  end(): Promise<void>
}

/** Work on a batch beside its items, which one process does at a time. */
export interface BatchTurns {
  /** Takes a turn. Null while another process has it, and while the store is unavailable. */
  take(work: 'sitemaps' | 'site', batch: string): Promise<BatchTurn | null>
}

/** A process that ends without ending its turns has them for so long. */
const TURN_MS = 10_000
const RENEW_MS = 3000

/**
 * Makes the turns. `holder`: this process; where it is the only one, the name of the one before, whose turns it goes on with.
 * While the store is unavailable, no other process gets a turn.
 */
export function makeBatchTurns(store: Leases, holder: string): BatchTurns {
  async function acquire(key: string): Promise<boolean | null> {
    try {
      return (await store.acquireLease(key, holder, TURN_MS)) === 'mine'
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return null
    }
  }

  return {
    async take(work, batch) {
      const key = batchTurnKey(work, batch)
      if ((await acquire(key)) !== true) return null
      const lost = new AbortController()
      async function renew(): Promise<void> {
        if ((await acquire(key)) === false) lost.abort()
      }
      const timer = setInterval(() => renew().catch((error) => lost.abort(error)), RENEW_MS).unref()
      return {
        lost: lost.signal,
        async end() {
          clearInterval(timer)
          await store.releaseLease(key, holder, 0).catch(() => false)
        },
      }
    },
  }
}
