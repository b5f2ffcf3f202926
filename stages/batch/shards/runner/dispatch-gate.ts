import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { Dispatch } from '../../frontier/frontier.ts'

/** Keeps dispatches of a shard apart from work during which nothing may be dispatched. */
export interface DispatchGate {
  /** Runs a dispatch. While the gate is closed, resolves with none. */
  dispatch(work: () => Promise<Dispatch[]>): Promise<Dispatch[]>
  /** Runs the work with no dispatch under way. */
  closedFor<T>(work: () => Promise<T>): Promise<T>
  /** Lets dispatches begin. */
  open(): void
  /** Ends dispatches for good. Resolves when none is under way. */
  end(): Promise<void>
}

/** Makes a gate that is closed until `open`. */
export function makeDispatchGate(): DispatchGate {
  const turns = makeSemaphore(1)
  let isOpen = false
  let closers = 0
  return {
    async dispatch(work) {
      if (!isOpen || closers > 0) return []
      return turns.run(async () => (closers > 0 ? [] : work()))
    },
    async closedFor(work) {
      closers += 1
      try {
        return await turns.run(work)
      } finally {
        closers -= 1
      }
    },
    open() {
      isOpen = true
    },
    async end() {
      closers += 1
      await turns.run(async () => undefined)
    },
  }
}
