import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { durationOf } from '../../advice/saved-time.ts'
import type { LabFacts } from '../../facts.ts'

/** What the time to the largest picture consists of, after the first byte, in milliseconds (web.dev, Optimize LCP). */
export interface LcpParts {
  readonly request: LabRequest
  readonly lcp: number
  /** Until the picture was asked for. */
  readonly loadDelay: number
  readonly load: number
  /** From its last byte until it was shown. */
  readonly renderDelay: number
}

/**
 * Null where the largest paint is no picture of its own file. Taken from the requests: the page's own timing has no
 * emulated latency in it, so that its parts would not be those of the measured time.
 */
export function lcpParts({ vitals, lcpImage }: LabFacts): LcpParts | null {
  const lcp = vitals.lcp.value
  if (lcpImage === null || lcp === null || lcpImage.request.endMs === null) return null
  const { request } = lcpImage
  return {
    request,
    lcp,
    loadDelay: Math.max(0, request.startMs - (vitals.ttfb.value ?? 0)),
    load: durationOf(request),
    renderDelay: Math.max(0, lcp - lcpImage.request.endMs),
  }
}
