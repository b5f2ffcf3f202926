import type { LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import { parseLinkHeader } from '#shared/web/html/link-header.ts'

/**
 * Origins that the page connects to ahead, by its links and the Link header of its document; null where the links are unknown. The lab
 * does not follow these hints, so the times of its connections do not tell.
 */
export function preconnectedOrigins(
  { preconnects }: Measurement,
  document: LabRequest,
): ReadonlySet<string> | null {
  if (!preconnects) return null
  const targets = parseLinkHeader(document.headers.link ?? '')
    .filter(({ rel }) => rel.includes('preconnect'))
    .flatMap(({ target }) => URL.parse(target, document.url)?.origin ?? [])
  return new Set([...preconnects, ...targets])
}
