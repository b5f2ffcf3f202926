import type { BatchCounts } from '#shared/ports/batches.ts'

/** How many items had ended at a time, in milliseconds. */
export interface Sample {
  readonly atMs: number
  readonly ended: number
}

/** The time over which a rate is measured. */
const WINDOW_MS = 60_000
/** A rate over less than this says nothing. */
const MIN_MS = 3000

/** Adds a sample and forgets those before the window. The last one before it stays, so that the window is covered. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const start = sample.atMs - WINDOW_MS
  const first = samples.findLastIndex(({ atMs }) => atMs <= start)
  return [...samples.slice(Math.max(0, first)), sample]
}

/** Items a second over the samples; null = they do not cover enough time. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < MIN_MS) return null
  return ((last.ended - first.ended) * 1000) / (last.atMs - first.atMs)
}

/** Milliseconds until all that is known has ended; null = unknown, or nothing moves. */
export function remainingMs({ waiting, running }: BatchCounts, rate: number | null): number | null {
  return rate === null || rate <= 0 ? null : ((waiting + running) * 1000) / rate
}
