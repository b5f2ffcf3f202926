import type { Lane } from '#shared/messages/topics.ts'
import type { FetchedFile, Lookups, CallOptions as TimeBudget } from '#shared/ports/lookups.ts'
import type { TargetFacts } from './target-facts.ts'

/** By what an audit asks outside of its page, and how long it may. */
export interface LookupContext {
  readonly lookups: Lookups
  /** Reads the HTML of another page; rejects when that breaks a budget. */
  readonly readTarget: (file: FetchedFile) => Promise<TargetFacts>
  /** The moment, by `performance.now()`, at which all must be answered. */
  readonly deadline: number
  readonly traceparent: string | null
  /** Of the audit. */
  readonly lane: Lane
  /** Bytes of a file that are read. */
  readonly fileMaxBytes: number
}

/** Milliseconds in which something is worth asking: who gives no answer within them may be said to give none. */
const MIN_LOOKUP_MS = 1500

/** Whether there is time to ask one thing more. */
export function hasTime({ deadline }: Pick<LookupContext, 'deadline'>): boolean {
  return deadline - performance.now() >= MIN_LOOKUP_MS
}

/** The time of one look-up, `mostMs` of what is left. */
export function budgetOf(
  { deadline, traceparent, lane }: LookupContext,
  maxMs = Number.POSITIVE_INFINITY,
): TimeBudget {
  const timeoutMs = Math.min(maxMs, deadline - performance.now())
  return traceparent === null ? { timeoutMs, lane } : { timeoutMs, lane, traceparent }
}
