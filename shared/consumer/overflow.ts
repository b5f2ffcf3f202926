import type { LogRecord } from '#shared/ports/event-log.ts'

/**
 * Keeps the records of one key from filling a lane: records beyond the limit are deferred to another place and count as
 * finished here.
 */
export interface OverflowPolicy {
  /** Pending records of one key: running, waiting or delayed. */
  readonly maxPerKey: number
  /** Whether the record is never deferred. */
  isExempt(record: LogRecord): boolean
  /**
   * Resolves once the records are stored elsewhere. Rejects with `SERVICE_UNAVAILABLE` when another try may succeed, and
   * with any other error when none will.
   */
  defer(records: readonly LogRecord[]): Promise<void>
}

interface Keyed {
  readonly key: string | null
  readonly record: LogRecord
}

/**
 * A filter over waiting records in their order: it keeps one record of each key, or none where one is running, and
 * answers true for the others. Exempt records and those without a key are never among them.
 */
export function allButFirstOfKey({ isExempt }: OverflowPolicy, running: KeyCounter): (one: Keyed) => boolean {
  const seen = new Set<string>()
  return ({ key, record }) => {
    if (key === null || isExempt(record)) return false
    return running.count(key) > 0 || seen.has(key) || !seen.add(key)
  }
}

/** Whether a record exceeds the limit of its key. `pending` counts the pending records of each key, this one included. */
export function isOverflowing(
  policy: OverflowPolicy | undefined,
  { key, record }: Keyed,
  pending: KeyCounter,
): boolean {
  if (policy === undefined || key === null || policy.isExempt(record)) return false
  return pending.count(key) > policy.maxPerKey
}

/** Counts by key. */
export class KeyCounter {
  readonly #counts = new Map<string, number>()

  /** Number of keys with a count above 0. */
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
