import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { type Directives, deltaSeconds, directivesOf } from './directives.ts'

/** How long a private cache may use an answer again without asking (RFC 9111). */
export interface Freshness {
  /** May be stored and chosen for a later GET at all (sections 3, 4, 4.1). */
  readonly isReusable: boolean
  /** Seconds by max-age or Expires (4.2.1; s-maxage is for shared caches); null when neither is there. */
  readonly explicitSeconds: number | null
  /** Seconds that browsers assume (4.2.2); null where they assume none, or an explicit time is there. */
  readonly heuristicSeconds: number | null
  /** Seconds it was old when it came (4.2.3). */
  readonly ageSeconds: number
}

/** Where Chromium assumes a time: a share of the age, or for ever (net/http/http_response_headers.cc, GetFreshnessLifetimes). */
const ASSUMED = new Set([200, 203, 206])
const LASTING = new Set([300, 301, 308, 410])
/** The share of the time since the last change that is "a typical setting" (RFC 9111, 4.2.2). */
const HEURISTIC_SHARE = 0.1

type Answer = Pick<LabRequest, 'method' | 'status' | 'headers' | 'startMs' | 'endMs'>

/** `startedAt`: navigation start in milliseconds since the epoch, the clock of the run. */
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

/** Whether it may be used again without asking, by what its server said. */
export function isExplicitlyFresh({ isReusable, explicitSeconds, ageSeconds }: Freshness): boolean {
  return isReusable && explicitSeconds !== null && explicitSeconds > ageSeconds
}

/** … or by what browsers assume where it said nothing. */
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

/** An invalid max-age or Expires is a time that is over. */
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

/** An HTTP date (RFC 9110, 5.6.7) in milliseconds since the epoch; null for what is none. */
function timeOf(text: string | undefined): number | null {
  // `Date.parse` takes `0` and `-1` for years.
  if (text === undefined || !/[a-z]/i.test(text)) return null
  // The form of asctime, which recipients must read too, has no zone and means GMT.
  const time = Date.parse(/:\d\d \d{4}$/.test(text) ? `${text} GMT` : text)
  return Number.isNaN(time) ? null : time
}
