import type { Lane } from '#shared/messages/topics.ts'
import type { FetchedFile, Lookups, CallOptions as TimeBudget } from '#shared/ports/lookups.ts'
import type { TargetFacts } from './target-facts.ts'

/** Ports and limits of the look-ups of one audit. */
export interface LookupContext {
  readonly lookups: Lookups
  /** Reads the HTML of another page. Rejects when the page exceeds a budget. */
  readonly readTarget: (file: FetchedFile) => Promise<TargetFacts>
  /** When all look-ups must be answered, by `performance.now()`. */
  readonly deadline: number
  readonly traceparent: string | null
  /** Lane of the audit. */
  readonly lane: Lane
  /** Bytes that are read of each file. */
  readonly fileMaxBytes: number
}

/**
 * No look-up starts with less time left, in milliseconds: a target that does not answer within this time may be
 * reported as silent.
 */
const MIN_LOOKUP_MS = 1500

/** Whether enough time is left for one more look-up. */
export function hasTime({ deadline }: Pick<LookupContext, 'deadline'>): boolean {
  return deadline - performance.now() >= MIN_LOOKUP_MS
}

/** Time budget of one look-up: the time that is left, at most `maxMs`. */
export function budgetOf(
  { deadline, traceparent, lane }: LookupContext,
  maxMs = Number.POSITIVE_INFINITY,
): TimeBudget {
  const timeoutMs = Math.min(maxMs, deadline - performance.now())
  return traceparent === null ? { timeoutMs, lane } : { timeoutMs, lane, traceparent }
}
