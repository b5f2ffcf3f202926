import { Failure } from '#shared/errors.ts'
import type { SkippedLookup } from '#shared/messages/payloads/audit-input.ts'
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
  /** Batch of the audit; null = none. */
  readonly batch: string | null
  /** Manners of the batch, as `encodePoliteness` writes them; absent = the installation's. */
  readonly politeness?: string
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
  { deadline, traceparent, lane, batch, politeness }: LookupContext,
  maxMs = Number.POSITIVE_INFINITY,
): TimeBudget {
  const timeoutMs = Math.min(maxMs, deadline - performance.now())
  return {
    ...{ timeoutMs, lane },
    ...(traceparent !== null && { traceparent }),
    ...(batch !== null && { batch }),
    ...(politeness !== undefined && { politeness }),
  }
}

/** One look-up at one host. */
export interface LookupTask {
  readonly what: SkippedLookup['what']
  readonly host: string
  /** Rejects with `SERVICE_UNAVAILABLE` when no fetch stage could do the look-up. */
  run(): Promise<void>
}

export interface ConcurrencyLimits {
  readonly maxConcurrent: number
  readonly maxConcurrentPerHost: number
  /** By `performance.now()`. */
  readonly deadline: number
}

/**
 * Runs look-ups in their order, so that the most important ones are done when time runs out. While a host is at
 * its limit, tasks of other hosts go first. Resolves with the look-ups that did not run, counted by reason.
 * Rejects when a look-up rejects with anything but `SERVICE_UNAVAILABLE`.
 */
export async function runLookups(
  tasks: readonly LookupTask[],
  bounds: ConcurrencyLimits,
): Promise<SkippedLookup[]> {
  const waiting = [...tasks]
  const busy = new Map<string, number>()
  const unasked: SkippedLookup[] = []

  const isFree = ({ host }: LookupTask) => (busy.get(host) ?? 0) < bounds.maxConcurrentPerHost

  async function run(task: LookupTask): Promise<void> {
    const { host, what } = task
    busy.set(host, (busy.get(host) ?? 0) + 1)
    try {
      await task.run()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      unasked.push({ what, reason: 'unavailable', count: 1 })
    } finally {
      busy.set(host, (busy.get(host) ?? 0) - 1)
    }
  }

  const running = new Set<Promise<void>>()
  while (waiting.length > 0 && hasTime(bounds)) {
    const next = running.size < bounds.maxConcurrent ? waiting.findIndex(isFree) : -1
    const [task] = next < 0 ? [] : waiting.splice(next, 1)
    if (task === undefined) await Promise.race(running)
    else {
      const work: Promise<void> = run(task).finally(() => running.delete(work))
      running.add(work)
    }
  }
  for (const { what } of waiting) unasked.push({ what, reason: 'time', count: 1 })
  await Promise.all(running)
  return mergeCounts(unasked)
}

/** Whether an error says that no fetch stage could do a look-up. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'SERVICE_UNAVAILABLE'
}

/** Sums counts of the same kind and reason. */
export function mergeCounts(parts: readonly SkippedLookup[]): SkippedLookup[] {
  const sums = new Map<string, SkippedLookup>()
  for (const part of parts) {
    const key = `${part.what} ${part.reason}`
    sums.set(key, { ...part, count: part.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}
