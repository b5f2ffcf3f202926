import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** What keeps the records of one key from filling a lane: those that are too many are laid by, and finished here. */
export interface OverflowPolicy {
  /** Records of one key that the lane holds: waiting, resting or at work. */
  readonly maxPerKey: number
  /** Whether a record is held however many there are of its key. */
  isExempt(record: LogRecord): boolean
  /** Resolves once the records are kept elsewhere. Rejects with `SERVICE_UNAVAILABLE` for now, else for good. */
  defer(records: readonly LogRecord[]): Promise<void>
}

interface Keyed {
  readonly key: string | null
  readonly record: LogRecord
}

const RETRY_MS = 500

/** Waits out the absence of where records are kept, until `isOver`; rejects with any other error. Answers whether it is done. */
export async function defer(
  policy: OverflowPolicy,
  records: readonly LogRecord[],
  isStopped: () => boolean,
): Promise<boolean> {
  while (!isStopped()) {
    try {
      await policy.defer(records)
      return true
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await delay(RETRY_MS, undefined, { ref: false })
    }
  }
  return false
}

/** Of waiting records, in their order: those besides one of each key that waits or is at work, exempt ones apart. */
export function allButFirstOfKey({ isExempt }: OverflowPolicy, running: KeyCounter): (one: Keyed) => boolean {
  const seen = new Set<string>()
  return ({ key, record }) => {
    if (key === null || isExempt(record)) return false
    return running.count(key) > 0 || seen.has(key) || !seen.add(key)
  }
}

/** How many there are of each key. */
export class KeyCounter {
  readonly #counts = new Map<string, number>()

  /** Keys of which there are any. */
  get size(): number {
    return this.#counts.size
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string | null, by: 1 | -1): void {
    if (key === null) return
    const count = this.count(key) + by
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
