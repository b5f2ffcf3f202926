import { unavailable } from '#shared/errors.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { ENDED_CHANNEL } from '#shared/store/keys.ts'
import { readOutcomes } from '#shared/store/outcomes.ts'

/** Waits for the outcomes of inspections, for any number of callers. */
export interface ResultWaiter {
  /**
   * Waits for the outcome; null when it takes longer than `timeoutMs`. Rejects with `SERVICE_UNAVAILABLE` when the
   * store becomes unavailable, and with the reason of `signal` when the caller disconnects. Call it before the request
   * is published.
   */
  waitFor(id: string, timeoutMs: number, signal: AbortSignal): Promise<Outcome | null>
  /** Reads the outcome at once: for a caller that waits for an inspection that was published before. */
  checkNow(id: string): void
  /** The outcome is known in this process: answers its callers without a read. */
  resolve(id: string, outcome: Outcome): void
  /** Rejects all waiting calls with `SERVICE_UNAVAILABLE`. */
  failAll(): void
  waitingCount(): number
  close(): Promise<void>
}

interface PendingCall {
  resolve(outcome: Outcome | null): void
  reject(error: unknown): void
}

/**
 * Interval of the polls. A lost wake-up delays an answer by at most twice this. An outcome that one poll finds is left
 * to its wake-up until the next poll: the wake-up comes after the cache is written, so a caller that asks again finds
 * the result there.
 */
const POLL_MS = 500

/**
 * Listens for wake-ups. Reads the store also at an interval and after a gap in the subscription, since wake-ups may get
 * lost.
 */
export async function openResultWaiter(store: ResultStore): Promise<ResultWaiter> {
  const { waiters: pendingCalls, end, waitFor } = makePendingCalls()
  /** Inspections whose outcome the last poll found and whose callers still wait. */
  let seenOnce: ReadonlySet<string> = new Set()

  async function read(ids: readonly string[], mayResolve: (id: string) => boolean): Promise<string[]> {
    const outcomes = ids.length > 0 ? await readOutcomes(store, ids) : []
    return ids.filter((id, index) => {
      const outcome = outcomes[index] ?? null
      if (outcome !== null && mayResolve(id)) end(id, ({ resolve }) => resolve(outcome))
      return outcome !== null
    })
  }

  /** Ignores an unavailable store: the health of the dependencies reports it and calls `failAll`. */
  const checkAll = (ids: readonly string[]): void => void read(ids, () => true).catch(() => undefined)
  const onWake = (id: string): void => checkAll(pendingCalls.has(id) ? [id] : [])
  async function poll(): Promise<void> {
    const seenBefore = seenOnce
    seenOnce = new Set(await read([...pendingCalls.keys()], (id) => seenBefore.has(id)).catch(() => []))
  }
  const unlisten = await store.listen(ENDED_CHANNEL, onWake, () => checkAll([...pendingCalls.keys()]))
  const timer = setInterval(() => void poll(), POLL_MS).unref()

  return {
    waitFor,
    checkNow: (id) => onWake(id),
    resolve: (id, outcome) => end(id, (pendingCall) => pendingCall.resolve(outcome)),
    failAll() {
      for (const id of [...pendingCalls.keys()])
        end(id, (pendingCall) => pendingCall.reject(unavailable('interrupted')))
    },
    waitingCount: () => pendingCalls.size,
    async close() {
      clearInterval(timer)
      await unlisten()
    },
  }
}

/** The waiting calls by inspection. */
function makePendingCalls() {
  const pendingCalls = new Map<string, Set<PendingCall>>()
  return {
    waiters: pendingCalls,
    end(id: string, settle: (pendingCall: PendingCall) => void): void {
      const settled = pendingCalls.get(id)
      pendingCalls.delete(id)
      for (const pendingCall of settled ?? []) settle(pendingCall)
    },
    waitFor(id: string, timeoutMs: number, signal: AbortSignal): Promise<Outcome | null> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome | null>()
      const pendingCall = { resolve, reject }
      pendingCalls.set(id, (pendingCalls.get(id) ?? new Set()).add(pendingCall))
      const timer = setTimeout(() => resolve(null), timeoutMs)
      const onAbort = (): void => reject(signal.reason)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      return promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        const remaining = pendingCalls.get(id)
        remaining?.delete(pendingCall)
        if (remaining?.size === 0) pendingCalls.delete(id)
      })
    },
  }
}
