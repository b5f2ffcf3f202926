import type { Log } from '#shared/log.ts'
import { withTimeoutOrNull } from '../../../shared/async/timeout-or-null.ts'
import type { Tab } from '../tab/tab.ts'

/** The parts of a measurement that it can do without. */
export interface OptionalMetrics {
  /** What could not be had, by name, and why. */
  readonly missing: Readonly<Record<string, string>>
  /**
   * Resolves like `step`, or with `none` when it fails or takes longer than `ms` milliseconds: then it is missing. Rejects only when
   * the tab is lost or its time is over.
   */
  measure<T, None>(name: string, ms: number, work: () => Promise<T>, fallback: None): Promise<T | None>
  /** As `take`, for what only a page that answers can tell. */
  measureInPage<T, None>(name: string, ms: number, work: () => Promise<T>, fallback: None): Promise<T | None>
  /** The page does not answer any more: it is asked nothing else. */
  markUnresponsive(): void
  markMissing(name: string, reason: string): void
}

export function makeOptionalMetrics(
  { guard, signal }: Pick<Tab, 'guard' | 'signal'>,
  logger: Log,
): OptionalMetrics {
  const missing: Record<string, string> = {}
  let isUnresponsive = false
  const markMissing: OptionalMetrics['markMissing'] = (name, reason) => {
    missing[name] = reason
  }
  const measure: OptionalMetrics['measure'] = async (name, ms, work, fallback) => {
    try {
      const wrapped = guard(work()).then((value) => ({ value }))
      const result = await withTimeoutOrNull(wrapped, ms)
      if (result !== null) return result.value
      markMissing(name, 'no_time')
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ err: error, part: name }, 'a part of a measurement could not be had')
      markMissing(name, 'failed')
    }
    return fallback
  }
  return {
    missing,
    markMissing,
    measure,
    async measureInPage(name, ms, work, fallback) {
      if (!isUnresponsive) return measure(name, ms, work, fallback)
      markMissing(name, 'page_busy')
      return fallback
    },
    markUnresponsive() {
      isUnresponsive = true
    },
  }
}
