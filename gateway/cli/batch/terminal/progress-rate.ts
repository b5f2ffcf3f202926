import { type BatchStatus, endedCount, hasEnded } from '../client/batch-service.ts'

/** Time window of the recent rate, in milliseconds. */
const WINDOW_MS = 10_000

/** The speed of a batch. */
export interface ProgressRate {
  /** Pages that ended, a second: over the last 10 s, and since watching began; null before there are two samples. */
  readonly recentPerSecond: number | null
  readonly meanPerSecond: number | null
  /**
   * Seconds until the known pages are done; null when unknown, for example when nothing has ended for longer than the
   * estimate.
   */
  readonly secondsLeft: number | null
  /**
   * Seconds since a page ended, or since watching began; null unless pages run and none has ended for at least 10 s.
   */
  readonly idleSeconds: number | null
  /** Whether pages are still being found, so that the total grows. */
  readonly isGrowing: boolean
}

interface Sample {
  readonly at: number
  readonly ended: number
  readonly accepted: number
}

/** Returns a function that takes a sample of a batch and returns its rate; `at` is in milliseconds of any clock. */
export function makeProgressRate(): (status: BatchStatus, at: number) => ProgressRate {
  let samples: Sample[] = []
  let first: Sample | null = null
  let lastChange: Sample | null = null
  return (status, at) => {
    const sample = { at, ended: endedCount(status), accepted: status.counts.accepted }
    first ??= sample
    if (lastChange?.ended !== sample.ended) lastChange = sample
    const idleSeconds = idleSecondsOf(status, at - lastChange.at)
    samples = [
      ...samples.filter((earlier, index) => earlier.at >= at - WINDOW_MS || index === samples.length - 1),
      sample,
    ]
    const recentPerSecond = rate(samples[0] ?? sample, sample)
    const meanPerSecond = rate(first, sample)
    return {
      recentPerSecond,
      meanPerSecond,
      secondsLeft: secondsLeft(status, recentPerSecond || meanPerSecond, idleSeconds ?? 0),
      idleSeconds,
      isGrowing: !hasEnded(status) && sample.accepted > first.accepted,
    }
  }
}

function rate(from: Sample, to: Sample): number | null {
  return to.at > from.at ? ((to.ended - from.ended) * 1000) / (to.at - from.at) : null
}

function idleSecondsOf(status: BatchStatus, milliseconds: number): number | null {
  const isWorking = status.counts.running > 0 && !hasEnded(status)
  return isWorking && milliseconds >= WINDOW_MS ? milliseconds / 1000 : null
}

function secondsLeft(
  { state, counts }: BatchStatus,
  perSecond: number | null,
  idleSeconds: number,
): number | null {
  const left = counts.waiting + counts.running
  if (left === 0) return 0
  if (state !== 'running' || perSecond === null || perSecond <= 0) return null
  const estimate = left / perSecond
  return estimate >= idleSeconds ? estimate : null
}
