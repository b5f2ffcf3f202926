import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { LabFacts } from '../facts.ts'
import type { Finding } from './tip.ts'

/** Bytes of a request that could be saved. */
export interface SavedBytes {
  readonly request: LabRequest
  readonly bytes: number
}

/** 10 Mbit/s, Lighthouse's throughput of a desktop, where no throughput is emulated. */
const LINE_BYTES_PER_SECOND = (10 * 1024 * 1024) / 8

/**
 * Time that saved bytes take off the paints: their time on the line, for requests that ended before the paint. No
 * request saves more time than it took.
 */
export function savedByBytes(
  { vitals, measurement }: LabFacts,
  saved: readonly SavedBytes[],
): Pick<Required<Finding>, 'savings' | 'wastedBytes'> {
  const line = (measurement.environment.downloadBytesPerSecond ?? LINE_BYTES_PER_SECOND) / 1000
  const before = (paint: number | null) => {
    const early = saved.filter(({ request: { endMs } }) => paint !== null && endMs !== null && endMs <= paint)
    return early.reduce((sum, one) => sum + Math.min(one.bytes / line, durationOf(one.request)), 0)
  }
  return {
    savings: { lcp: before(vitals.lcp.value), fcp: before(vitals.fcp.value) },
    wastedBytes: saved.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Milliseconds that a request took; 0 when it did not end. */
export function durationOf({ startMs, endMs }: LabRequest): number {
  return endMs === null ? 0 : Math.max(0, endMs - startMs)
}
