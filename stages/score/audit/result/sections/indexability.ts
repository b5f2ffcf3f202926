import { reportedCanonical } from '#shared/page/canonical.ts'
import { effectiveDirectives } from '#shared/page/robots-directives.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { isOfRealSite } from '../../derived/canonical/canonical-drift.ts'
import { targetAt } from '../../derived/canonical/canonical-target.ts'
import { canonicalsOf, otherCanonicalOf } from '../../derived/canonical/canonicals.ts'
import { crawlDelayOf, robotsDecision } from '../../derived/robots/robots-decision.ts'
import { directivesFor } from '../../derived/robots/robots-directives.ts'
import { failedRules, type RuleResult } from '../../engine/run-rules.ts'
import type { Facts } from '../../facts/facts.ts'
import type { Cause, Causes } from '../../scoring/score.ts'
import { truncate } from '../truncate.ts'

export type EffectiveStatus =
  | 'indexable'
  | 'canonicalized'
  | 'noindex'
  | 'blocked_by_robots_txt'
  | 'robots_txt_unreachable'
  | 'http_error'
  | 'soft_404'

interface Obstacle {
  readonly status: EffectiveStatus
  readonly reason: string
  /** The rules that report the obstacle, the most likely first. */
  readonly rules: readonly string[]
}

/** The user agent of robots.txt decisions: indexability is about Google (`infra/docs/clients.md#indexability`). */
const GOOGLEBOT = 'googlebot'

/**
 * Section `indexability`: whether search engines may index the page and would do so, and why not
 * (`infra/docs/clients.md#indexability`).
 */
export function indexabilitySection(facts: Facts, ruleResults: readonly RuleResult[]) {
  const { robots, metadata, sitemaps, http } = facts
  const verdict = robotsDecision(robots, GOOGLEBOT, http.finalUrl.href)
  const obstacle = obstacleOf(facts)
  const beside = obstacle ?? googleObstacle(facts, ruleResults)
  return {
    robots_txt: {
      url: robots.url,
      allow: verdict?.allowed ?? false,
      matched_rule: verdict?.rule ?? null,
      crawl_delay: crawlDelayOf(robots, GOOGLEBOT),
    },
    meta_robots: metadata.indexability?.robots_meta ?? null,
    x_robots_tag: metadata.indexability?.x_robots_tag ?? null,
    canonical: canonicalSection(facts),
    sitemaps: [...new Set(sitemaps.files.filter(({ kind }) => kind !== 'other').map(({ url }) => url))],
    is_indexable: obstacle === null,
    indexed_like_google: beside === null,
    reason: beside?.reason ?? 'The page can be indexed.',
    robots_effective: metadata.indexability?.robots_effective ?? 'index, follow',
    effective_status: beside?.status ?? ('indexable' as EffectiveStatus),
  }
}

/** What keeps the page out of search results, each with the failed rule that reports it. */
export function causesOf(facts: Facts, ruleResults: readonly RuleResult[]): Causes {
  const obstacle = obstacleOf(facts)
  const cap = errorOf(facts) ?? noindexOf(facts) ?? otherPageOf(facts)
  return { notIndexable: obstacle && causeOf(obstacle, ruleResults), cap: cap && causeOf(cap, ruleResults) }
}

function causeOf({ rules, reason }: Obstacle, ruleResults: readonly RuleResult[]): Cause {
  const failed = new Set(failedRules(ruleResults).map(({ rule }) => rule.id))
  return { ruleId: rules.find((id) => failed.has(id)) ?? null, reason }
}

/** Why the page cannot be indexed (`is_indexable`). */
function obstacleOf(facts: Facts): Obstacle | null {
  const { http, robots, metadata } = facts
  if (http.status < 200 || http.status > 299) return errorObstacle(http.status)
  const verdict = robotsDecision(robots, GOOGLEBOT, http.finalUrl.href)
  if (verdict === null) {
    const reason =
      'robots.txt could not be read (server error or no response), so no page of the site may be crawled.'
    return { status: 'robots_txt_unreachable', reason, rules: ['robots-txt-unreachable'] }
  }
  if (!verdict.allowed) {
    const reason = `robots.txt disallows the page: ${verdict.rule} (line ${verdict.line}).`
    return {
      status: 'blocked_by_robots_txt',
      reason,
      rules: ['robots-txt-blocks-page', 'noindex-not-crawlable'],
    }
  }
  const isNoindex = metadata.indexability?.robots_effective.startsWith('noindex')
  return isNoindex ? { ...noindexObstacle, reason: 'The page is set to noindex.' } : null
}

function errorObstacle(status: number): Obstacle {
  const reason = `The page returns status ${status}, so it is not indexed.`
  return { status: 'http_error', reason, rules: ['status-4xx', 'status-5xx'] }
}

const noindexObstacle = {
  status: 'noindex',
  rules: ['noindex', 'unavailable-after-past', 'noindex-not-crawlable', 'noindex-on-js-page'],
} as const

/** Why Google would not index a page that can be indexed. */
function googleObstacle(facts: Facts, ruleResults: readonly RuleResult[]): Omit<Obstacle, 'rules'> | null {
  const kept = noindexOf(facts) ?? canonicalizedOf(facts)
  if (kept !== null) return kept
  const isSoft404 = failedRules(ruleResults).some(({ rule }) => rule.id === 'soft-404')
  return isSoft404
    ? { status: 'soft_404', reason: 'The page looks like an error page but returns status 200.' }
    : null
}

function errorOf({ http: { status } }: Facts): Obstacle | null {
  return status >= 400 ? errorObstacle(status) : null
}

function noindexOf(facts: Facts): Obstacle | null {
  const { index } = effectiveDirectives(directivesFor(facts, GOOGLEBOT), new Date(facts.request.at))
  return index ? null : { ...noindexObstacle, reason: 'The page tells Googlebot not to index it (noindex).' }
}

/** Google follows no canonical where a page names several, or one that cannot be used. */
function canonicalizedOf(facts: Facts): Obstacle | null {
  const other = otherCanonicalOf(facts)
  if (other === null) return null
  const reason = `The page specifies another URL as canonical: ${truncate(other.url.href)}`
  return { status: 'canonicalized', reason, rules: canonicalRules }
}

/** A canonical on another page, but not that of a test server on the same page of the real site. */
function otherPageOf(facts: Facts): Obstacle | null {
  const other = otherCanonicalOf(facts)
  return other === null || isOfRealSite(facts.http.finalUrl, other.url) ? null : canonicalizedOf(facts)
}

/** The rules that report a canonical on another page, and those that report what is wrong with it. */
const canonicalRules = [
  'canonical-to-root',
  'pagination-canonical-first',
  'canonical-cross-domain',
  'hreflang-vs-canonical',
  'canonical-scheme-drift',
  'canonical-host-drift',
  'canonical-target-4xx',
  'canonical-target-5xx',
  'canonical-target-redirects',
  'canonical-target-noindex',
  'canonical-target-disallowed',
  'canonical-chain',
]

/** The canonical of `GET /metadata`, whether it can be used or not. */
function canonicalSection(facts: Facts) {
  const reported = reportedCanonical(canonicalsOf(facts))
  if (reported === null) return null
  const { href, url, address } = reported
  const { http } = facts
  const isSelf = url !== null && address === addressOf(http.finalUrl)
  const status = isSelf ? http.status : url === null ? null : targetAt(url, facts).status
  return {
    href: url === null ? truncate(href) : href,
    href_normalized: url === null ? truncate(href) : address,
    is_self_canonical: isSelf,
    matches_canonical: isSelf,
    resolves: status !== null && status >= 200 && status <= 299,
    status,
  }
}
