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
  /** Everyone who waits is told that the service is interrupted. */
  interrupt(): void
  waiting(): number
  close(): Promise<void>
}

interface Waiter {
  resolve(outcome: Outcome | null): void
  reject(error: unknown): void
}

/** A wake-up that got lost costs this much, never the answer. */
const REREAD_MS = 500

/** Waits for wake-ups; reads the store again on a timer and after every gap, since wake-ups may get lost. */
export async function openWaitingRoom(store: ResultStore): Promise<WaitingRoom> {
  const waiters = new Map<string, Set<Waiter>>()

  function end(id: string, settle: (waiter: Waiter) => void): void {
    const ended = waiters.get(id)
    waiters.delete(id)
    for (const waiter of ended ?? []) settle(waiter)
  }

  async function read(ids: readonly string[]): Promise<void> {
    const texts = await store.getMany(ids.map(outcomeKey))
    for (const [index, id] of ids.entries()) {
      const text = texts[index]
      if (typeof text === 'string') end(id, (waiter) => waiter.resolve(outcomeFromText(text)))
    }
  }

  /** A store that doesn't answer is noticed by whoever watches it, who then calls `interrupt`. */
  const readAgain = (ids: readonly string[]): void =>
    void (ids.length > 0 && read(ids).catch(() => undefined))
  const readAll = (): void => readAgain([...waiters.keys()])
  const onWake = (id: string): void => readAgain(waiters.has(id) ? [id] : [])
  const unlisten = await store.listen(ENDED_CHANNEL, onWake, readAll)
  const timer = setInterval(readAll, REREAD_MS).unref()

  return {
    wait(id, timeoutMs, signal) {
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
