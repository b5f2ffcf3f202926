import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Log } from '#shared/log.ts'
import type { Tab } from '../tab/tab.ts'

/** The parts of a measurement that may be missing. */
export type OptionalMetrics = ReturnType<typeof makeOptionalMetrics>

type Measure = <T, None>(
  name: string,
  ms: number,
  work: () => Promise<T>,
  fallback: None,
) => Promise<T | None>

/** Makes the record of the missing parts of one measurement. Logs the errors of failed parts. */
export function makeOptionalMetrics({ guard, signal }: Pick<Tab, 'guard' | 'signal'>, logger: Log) {
  /** The reason of each missing part, by the name of the part. */
  const missing: Record<string, string> = {}
  let isUnresponsive = false
  const markMissing = (name: string, reason: string) => {
    missing[name] = reason
  }
  /**
   * Resolves like `work`; when that fails or takes longer than `ms` milliseconds, marks the part as missing and resolves with
   * `fallback`. Rejects only when the tab is lost or its time is over.
   */
  const measure: Measure = async (name, ms, work, fallback) => {
    try {
      const wrapped = guard(work()).then((value) => ({ value }))
      const result = await withTimeoutOrNull(wrapped, ms)
      if (result !== null) return result.value
      markMissing(name, 'no_time')
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ err: error, part: name }, 'a part of a measurement is missing')
      markMissing(name, 'failed')
    }
    return fallback
  }
  /** Like `measure`, for work that needs a responsive page. */
  const measureInPage: Measure = async (name, ms, work, fallback) => {
    if (!isUnresponsive) return measure(name, ms, work, fallback)
    markMissing(name, 'page_busy')
    return fallback
  }
  /** The page is unresponsive: `measureInPage` marks all further parts as missing. */
  const markUnresponsive = () => {
    isUnresponsive = true
  }
  return { missing, markMissing, measure, measureInPage, markUnresponsive }
}
