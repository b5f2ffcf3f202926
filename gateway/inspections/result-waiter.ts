import { unavailable } from '#shared/errors.ts'
import { type Outcome, outcomeFromText } from '#shared/messages/outcome.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/store/keys.ts'

/** Callers that wait for their inspections to end. */
export interface ResultWaiter {
  /**
   * Resolves with the outcome, or null when it takes longer than `timeoutMs`; rejects with `SERVICE_UNAVAILABLE` when
   * the store goes away meanwhile, and with the signal's reason when the caller left. Call it before the request is
   * published.
   */
  waitFor(id: string, timeoutMs: number, signal: AbortSignal): Promise<Outcome | null>
  /** Reads at once whether the inspection has ended: for who waits for one that was published before. */
  checkNow(id: string): void
  /** Everyone who waits is told that the service is interrupted. */
  failAll(): void
  waitingCount(): number
  close(): Promise<void>
}

interface PendingCall {
  resolve(outcome: Outcome | null): void
  reject(error: unknown): void
}

/**
 * A wake-up that got lost costs up to twice this much, never the answer: an outcome that is only just there is left to its
 * wake-up, which comes when all else that an answered caller may ask for, such as the cache, knows it too.
 */
const POLL_MS = 500

/** Waits for wake-ups; reads the store again on a timer and after every gap, since wake-ups may get lost. */
export async function openResultWaiter(store: ResultStore): Promise<ResultWaiter> {
  const { waiters: pendingCalls, end, waitFor } = makePendingCalls()
  /** Those that had ended at the last reading and still wait. */
  let seenOnce: ReadonlySet<string> = new Set()

  async function read(ids: readonly string[], mayResolve: (id: string) => boolean): Promise<string[]> {
    const texts = ids.length > 0 ? await store.getMany(ids.map(outcomeKey)) : []
    const settled = ids.filter((_, index) => typeof texts[index] === 'string')
    for (const [index, id] of ids.entries()) {
      const text = texts[index]
      if (typeof text === 'string' && mayResolve(id)) end(id, ({ resolve }) => resolve(outcomeFromText(text)))
    }
    return settled
  }

  /** A store that doesn't answer is noticed by whoever watches it, who then calls `interrupt`. */
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

/** Who waits for what. */
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
