import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { type Directives, deltaSeconds, directivesOf } from './directives.ts'

/** How long a private cache may reuse a response without validation (RFC 9111). */
export interface Freshness {
  /** Whether it may be stored and reused for a later GET (sections 3, 4 and 4.1). */
  readonly isReusable: boolean
  /** Seconds by max-age or Expires (section 4.2.1; s-maxage is for shared caches); null without either. */
  readonly explicitSeconds: number | null
  /** Heuristic seconds of browsers (section 4.2.2); null without a heuristic, or with an explicit time. */
  readonly heuristicSeconds: number | null
  /** Age of the response when it arrived, in seconds (section 4.2.3). */
  readonly ageSeconds: number
}

/**
 * Statuses with heuristic freshness in Chromium: a share of the age, or unlimited
 * (net/http/http_response_headers.cc, GetFreshnessLifetimes).
 */
const ASSUMED = new Set([200, 203, 206])
const LASTING = new Set([300, 301, 308, 410])
/** Share of the time since the last change, "a typical setting" (RFC 9111, section 4.2.2). */
const HEURISTIC_SHARE = 0.1

type Answer = Pick<LabRequest, 'method' | 'status' | 'headers' | 'startMs' | 'endMs'>

/**
 * Freshness of a response. `startedAt`: start of the navigation in milliseconds since the epoch, by the clock of
 * the run.
 */
export function freshnessOf(answer: Answer, startedAt: number): Freshness {
  const { headers } = answer
  const directives = directivesOf(headers['cache-control'] ?? '')
  const answeredAt = startedAt + (answer.endMs ?? answer.startMs)
  const date = timeOf(headers.date) ?? answeredAt
  const explicitSeconds = explicitOf(directives, headers.expires, date)
  return {
    isReusable: isReusable(answer, directives),
    explicitSeconds,
    heuristicSeconds: explicitSeconds === null ? heuristicOf(answer, directives, date) : null,
    ageSeconds: Math.max(0, (answeredAt - date) / 1000, deltaSeconds(headers.age?.trim()) ?? 0),
  }
}

/** Whether it may be reused without validation by its explicit lifetime. */
export function isExplicitlyFresh({ isReusable, explicitSeconds, ageSeconds }: Freshness): boolean {
  return isReusable && explicitSeconds !== null && explicitSeconds > ageSeconds
}

/** Whether it may be reused without validation by its explicit or heuristic lifetime. */
export function isFresh(freshness: Freshness): boolean {
  const { isReusable, heuristicSeconds, ageSeconds } = freshness
  const isAssumed = isReusable && heuristicSeconds !== null && heuristicSeconds > ageSeconds
  return isAssumed || isExplicitlyFresh(freshness)
}

function isReusable({ method, status, headers }: Answer, directives: Directives): boolean {
  if (method !== 'GET' || status === null || status < 200) return false
  if (directives.has('no-store') || directives.has('no-cache')) return false
  if (headers['cache-control'] === undefined && /\bno-cache\b/i.test(headers.pragma ?? '')) return false
  return !(headers.vary ?? '').split(',').some((field) => field.trim() === '*')
}

/** An invalid max-age or Expires counts as expired. */
function explicitOf(directives: Directives, expires: string | undefined, date: number): number | null {
  if (directives.has('max-age')) return deltaSeconds(directives.get('max-age')) ?? 0
  if (expires === undefined) return null
  const end = timeOf(expires)
  return end === null ? 0 : (end - date) / 1000
}

function heuristicOf({ status, headers }: Answer, directives: Directives, date: number): number | null {
  if (status === null) return null
  if (LASTING.has(status)) return Number.POSITIVE_INFINITY
  const changed = timeOf(headers['last-modified'])
  if (changed === null || !ASSUMED.has(status) || directives.has('must-revalidate')) return null
  return (Math.max(0, date - changed) / 1000) * HEURISTIC_SHARE
}

/** An HTTP date (RFC 9110, section 5.6.7) in milliseconds since the epoch; null for other text. */
function timeOf(text: string | undefined): number | null {
  // `Date.parse` reads `0` and `-1` as years.
  if (text === undefined || !/[a-z]/i.test(text)) return null
  // The asctime form, which recipients must accept, has no zone and means GMT.
  const time = Date.parse(/:\d\d \d{4}$/.test(text) ? `${text} GMT` : text)
  return Number.isNaN(time) ? null : time
}
