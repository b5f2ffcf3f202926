import { unavailable } from '#shared/errors.ts'
import { type Outcome, outcomeFromText } from '#shared/messages/outcome.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/pipeline/store-keys.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

/** Callers that wait for their inspections to end. */
export interface WaitingRoom {
  /**
   * Resolves with the outcome, or null when it takes longer than `timeoutMs`; rejects with `SERVICE_UNAVAILABLE` when
   * the store goes away meanwhile, and with the signal's reason when the caller left. Call it before the request is
   * published.
   */
  wait(id: string, timeoutMs: number, signal: AbortSignal): Promise<Outcome | null>
  /** Reads at once whether the inspection has ended: for who waits for one that was published before. */
  look(id: string): void
  /** Everyone who waits is told that the service is interrupted. */
  interrupt(): void
  waiting(): number
  close(): Promise<void>
}

interface Waiter {
  resolve(outcome: Outcome | null): void
  reject(error: unknown): void
}

/**
 * A wake-up that got lost costs up to twice this much, never the answer: an outcome that is only just there is left to its
 * wake-up, which comes when all else that an answered caller may ask for, such as the cache, knows it too.
 */
const REREAD_MS = 500

/** Waits for wake-ups; reads the store again on a timer and after every gap, since wake-ups may get lost. */
export async function openWaitingRoom(store: ResultStore): Promise<WaitingRoom> {
  const { waiters, end, wait } = makeWaiters()
  /** Those that had ended at the last reading and still wait. */
  let overdue: ReadonlySet<string> = new Set()

  async function read(ids: readonly string[], isDue: (id: string) => boolean): Promise<string[]> {
    const texts = ids.length > 0 ? await store.getMany(ids.map(outcomeKey)) : []
    const ended = ids.filter((_, index) => typeof texts[index] === 'string')
    for (const [index, id] of ids.entries()) {
      const text = texts[index]
      if (typeof text === 'string' && isDue(id)) end(id, ({ resolve }) => resolve(outcomeFromText(text)))
    }
    return ended
  }

  /** A store that doesn't answer is noticed by whoever watches it, who then calls `interrupt`. */
  const readNow = (ids: readonly string[]): void => void read(ids, () => true).catch(() => undefined)
  const onWake = (id: string): void => readNow(waiters.has(id) ? [id] : [])
  async function onTime(): Promise<void> {
    const before = overdue
    overdue = new Set(await read([...waiters.keys()], (id) => before.has(id)).catch(() => []))
  }
  const unlisten = await store.listen(ENDED_CHANNEL, onWake, () => readNow([...waiters.keys()]))
  const timer = setInterval(() => void onTime(), REREAD_MS).unref()

  return {
    wait,
    look: (id) => onWake(id),
    interrupt() {
      for (const id of [...waiters.keys()]) end(id, (waiter) => waiter.reject(unavailable('interrupted')))
    },
    waiting: () => waiters.size,
    async close() {
      clearInterval(timer)
      await unlisten()
    },
  }
}

/** Who waits for what. */
function makeWaiters() {
  const waiters = new Map<string, Set<Waiter>>()
  return {
    waiters,
    end(id: string, settle: (waiter: Waiter) => void): void {
      const ended = waiters.get(id)
      waiters.delete(id)
      for (const waiter of ended ?? []) settle(waiter)
    },
    wait(id: string, timeoutMs: number, signal: AbortSignal): Promise<Outcome | null> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome | null>()
      const waiter = { resolve, reject }
      waiters.set(id, (waiters.get(id) ?? new Set()).add(waiter))
      const late = setTimeout(() => resolve(null), timeoutMs)
      const onAbort = (): void => reject(signal.reason)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      return promise.finally(() => {
        clearTimeout(late)
        signal.removeEventListener('abort', onAbort)
        const others = waiters.get(id)
        others?.delete(waiter)
        if (others?.size === 0) waiters.delete(id)
      })
    },
  }
}
