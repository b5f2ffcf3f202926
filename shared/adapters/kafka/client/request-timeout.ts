import { withTimeout } from '#shared/async/timeout.ts'

/** Resolves like `work`, or rejects after `limitMs`. `work` then continues, and its failure is ignored. */
export function withRequestTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return withTimeout(limitMs, work, () => new Error(`No answer within ${limitMs} ms`))
}
