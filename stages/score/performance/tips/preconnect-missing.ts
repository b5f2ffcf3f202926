import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { earlierPaint } from '../advice/earlier-paint.ts'
import { itemOf } from '../advice/items.ts'
import { ms, plural, type Tip } from '../advice/tip.ts'
import type { LabFacts } from '../facts.ts'
import { preconnectedOrigins } from '../resources/preconnects.ts'

/** Lighthouse, preconnect candidates: a shorter time is not worth a hint. */
const LEAST_MS = 50
/** Lighthouse: browsers close a connection that is not used for 10 s; 5 s more, to be sure of the request. */
const IDLE_MS = 15_000
/** Origins that a page may connect to ahead (Lighthouse): each connection takes from the others. */
const MAX_ORIGINS = 4

interface LateConnection {
  readonly request: LabRequest
  readonly savedMs: number
}

export const preconnectMissing: Tip = {
  id: 'preconnect-missing',
  title: 'Missing preconnect',
  effort: 'low',
  when: 'a connection that the largest paint needed could have been opened 50 ms or more before its first request (Lighthouse)',
  learnMore: 'https://web.dev/articles/preconnect-and-dns-prefetch',
  find(facts) {
    const late = lateConnections(facts)
    const [longest] = late
    if (longest === undefined) return null
    const { request, savedMs } = longest
    const paint = Math.max(...late.map((one) => earlierPaint(facts, [one.request], one.savedMs)))
    const hero = late.find((one) => one.request === facts.lcpImage?.request)?.savedMs ?? 0
    const message = `${plural(late.length, 'other origin was', 'other origins were')} connected to only when a file was requested: ${new URL(request.url).origin} at ${ms(request.startMs)} (${ms(request.connectMs ?? 0)} to connect). Add <link rel="preconnect"> to the head. Its file loads up to ${ms(savedMs)} earlier.`
    const items = late.map((one) => itemOf({ url: one.request.url, ms: one.savedMs }))
    return { message, savings: { fcp: paint, lcp: Math.max(paint, hero) }, items }
  },
}

/** The first requests to other origins that had to wait for their connection, those with the greatest savings first. */
function lateConnections(facts: LabFacts): LateConnection[] {
  const { document, measurement } = facts
  const connected = document && preconnectedOrigins(measurement, document)
  if (document === null || connected === null) return []
  const firsts = new Map<string, LabRequest>([[new URL(document.url).origin, document]])
  for (const request of measurement.requests) {
    const { origin } = new URL(request.url)
    if (!firsts.has(origin)) firsts.set(origin, request)
  }
  return [...firsts]
    .filter(([origin]) => !connected.has(origin))
    .map(([, request]) => ({ request, savedMs: savedMs(facts, request) }))
    .filter((one) => one.savedMs >= LEAST_MS)
    .toSorted((one, other) => other.savedMs - one.savedMs)
    .slice(0, Math.max(0, MAX_ORIGINS - connected.size))
}

/** Milliseconds by which the connection could be ready earlier; 0 for requests that the largest paint did not wait for. */
function savedMs({ vitals: { ttfb, lcp } }: LabFacts, { startMs, endMs, connectMs }: LabRequest): number {
  const isNeeded = lcp.value !== null && endMs !== null && endMs <= lcp.value
  if (!isNeeded || ttfb.value === null || typeof connectMs !== 'number') return 0
  const sinceFirstByte = startMs - ttfb.value
  return sinceFirstByte > IDLE_MS ? 0 : Math.max(0, Math.min(connectMs, sinceFirstByte))
}
