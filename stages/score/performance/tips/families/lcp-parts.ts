import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { durationOf } from '../../advice/saved-time.ts'
import type { LabFacts } from '../../facts.ts'

/** Parts of the largest contentful paint after the first byte, in milliseconds (web.dev, Optimize LCP). */
export interface LcpParts {
  readonly request: LabRequest
  readonly lcp: number
  /** Until the image was requested. */
  readonly loadDelay: number
  readonly load: number
  /** From its last byte until it was shown. */
  readonly renderDelay: number
}

/**
 * Parts of the LCP; null where the largest paint is no image with a file of its own. They are taken from the
 * requests: the page's own timing has no emulated latency, so its parts would not add up to the measured time.
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
