import type { LabNoise } from '#shared/messages/payloads/measurement.ts'
import type { ObservedDocument } from '../vitals/observation.ts'

/** CPU time used so far, in milliseconds: by the machine, by the browser and by this process; null when unknown. */
export interface CpuTimes {
  readonly at: number
  readonly machineMs: number | null
  readonly browserMs: number | null
  readonly serviceMs: number
}

/** The system counts CPU time in ticks of 10 ms for each core and process: a shorter span, in milliseconds, tells nothing. */
const MIN_SPAN_MS = 100
/** The CPU that a measurement itself needs in this process, in cores: more is other work, which disturbs the page like any other. */
const OWN_CORES = 0.25

/** Cores that a page and its browser can use. */
const CORES_NEEDED = 2
/** Share of these cores that may be missing. */
const TOLERATED = 0.2
/** A calibration loop whose duration changed by this factor during the run was disturbed. */
const LOOP_RATIO = 1.5
/** GoogleChrome/lighthouse#17148: stalls last one or two seconds. */
const STALL_MS = 800

/**
 * The share of all cores that went to other work than the measurement, in the worst of the spans. A span goes from its first to its last
 * reading. Null when unknown, or when all spans are too short.
 */
export function foreignShare(spans: readonly (readonly CpuTimes[])[], cores: number): number | null {
  const shares = spans.map((span) => shareOf(span, cores)).filter((share) => share !== null)
  return shares.length === 0 ? null : Math.max(...shares)
}

function shareOf(span: readonly CpuTimes[], cores: number): number | null {
  const [before, after] = [span[0], span.at(-1)]
  if (before === undefined || after === undefined) return null
  const spanMs = after.at - before.at
  if (spanMs < MIN_SPAN_MS) return null
  const machine = difference(before.machineMs, after.machineMs)
  const browser = difference(before.browserMs, after.browserMs)
  if (machine === null || browser === null) return null
  const own = Math.min(after.serviceMs - before.serviceMs, spanMs * OWN_CORES)
  const share = (machine - browser - own) / (spanMs * cores)
  return Math.min(1, Math.max(0, share))
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before
}

/** Whether a frame came more than `STALL_MS` later than a timer of the main thread: painting stalled. */
export function hasPaintStall({ timerMs, frameMs }: Pick<ObservedDocument, 'timerMs' | 'frameMs'>): boolean {
  return timerMs !== null && frameMs !== null && frameMs - timerMs > STALL_MS
}

/** Whether other processes left the page too little CPU, so that the measured values are not reliable. */
export function isContaminated(
  { foreignCpu, loopBeforeMs, loopAfterMs, hasPaintStall }: Omit<LabNoise, 'isContaminated'>,
  cores: number,
): boolean {
  const needed = Math.min(cores, CORES_NEEDED) * (1 - TOLERATED)
  const isCrowded = foreignCpu !== null && (1 - foreignCpu) * cores < needed
  return isCrowded || hasPaintStall || isUneven(loopBeforeMs, loopAfterMs)
}

function isUneven(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return false
  return Math.max(before, after) / Math.min(before, after) > LOOP_RATIO
}
