import type { LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { compressionSaving, isCompressed, isText, isUncompressed } from './text.ts'
import { kilobytes } from './totals.ts'

/**
 * Cache-Control directives by lower-case name, with their argument, '' without one (RFC 9111, section 5.2). The
 * first of duplicates counts.
 */
export type Directives = ReadonlyMap<string, string>

/** One directive: a token, with an optional token or quoted string as argument. */
const DIRECTIVE = /([^\s,;="]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g

/** Parses a Cache-Control header. */
export function directivesOf(cacheControl: string): Directives {
  const directives = new Map<string, string>()
  for (const [, name = '', quoted, token] of cacheControl.matchAll(DIRECTIVE)) {
    const key = name.toLowerCase()
    if (!directives.has(key)) directives.set(key, quoted ?? token ?? '')
  }
  return directives
}

/** Parses delta-seconds (RFC 9111, section 1.2.2); null for other text. */
function deltaSeconds(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

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

type Caching = PerformanceResult['resources']['caching']

/**
 * Section `caching`: how the GET responses of a run behave with caches, the document and redirects included
 * (`infra/docs/clients.md#resources`).
 */
export function cachingOf({ requests, startedAt }: Pick<Measurement, 'requests' | 'startedAt'>): Caching {
  const answers = requests.filter(({ method, status }) => method === 'GET' && status !== null)
  const clock = Date.parse(startedAt)
  const fresh = answers.map((answer) => freshnessOf(answer, clock))
  return {
    cacheable_requests: fresh.filter(isExplicitlyFresh).length,
    missing_cache_headers: answers.filter(hasNoCacheHeaders).length,
    ...hitRatio(answers, fresh),
    compression: compressionOf(answers),
  }
}

/** Whether the response says nothing about caching. */
export function hasNoCacheHeaders({ headers }: LabRequest): boolean {
  return headers['cache-control'] === undefined && headers.expires === undefined
}

/**
 * Ratio of cache hits. Measured where a second view showed it, else by the headers; called measured only when it
 * was measured for all.
 */
function hitRatio(
  answers: readonly LabRequest[],
  fresh: readonly Freshness[],
): Pick<Caching, 'cache_hit_ratio' | 'cache_hit_ratio_source'> {
  const isMeasured = answers.length > 0 && answers.every(({ secondView }) => secondView !== null)
  const predicted = fresh.map((one) => (isFresh(one) ? 'cache' : 'network'))
  const hits = answers.filter(({ secondView }, at) => (secondView ?? predicted[at]) === 'cache').length
  const ratio = answers.length === 0 ? 0 : hits / answers.length
  return {
    cache_hit_ratio: Math.round(ratio * 1000) / 1000,
    cache_hit_ratio_source: isMeasured ? 'measured' : 'headers',
  }
}

function compressionOf(answers: readonly LabRequest[]): Caching['compression'] {
  const plain = answers.filter(isUncompressed)
  return {
    gzip_or_br: answers.filter((answer) => isText(answer) && isCompressed(answer)).length,
    uncompressed: plain.length,
    estimated_savings_kb: kilobytes(plain.reduce((sum, answer) => sum + compressionSaving(answer), 0)),
  }
}
