import { reportedCanonical } from '#shared/page/canonical.ts'
import { effectiveDirectives } from '#shared/page/robots-directives.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { targetAt } from '../../derived/canonical/canonical-target.ts'
import { canonicalsOf, otherCanonicalOf } from '../../derived/canonical/canonicals.ts'
import { crawlDelayOf, robotsDecision } from '../../derived/robots/robots-decision.ts'
import { directivesFor } from '../../derived/robots/robots-directives.ts'
import { failedRules, type RuleResult } from '../../engine/run-rules.ts'
import type { Facts } from '../../facts/facts.ts'
import type { NotIndexable } from '../../scoring/score.ts'
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

/** The user agent of robots.txt decisions: indexability is about Google (`infra/docs/contract.md#indexability`). */
const GOOGLEBOT = 'googlebot'

/**
 * Section `indexability`: whether search engines may index the page and would do so, and why not
 * (`infra/docs/contract.md#indexability`).
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

/** Why the page cannot be indexed, with the failed rule; null when it can be indexed. */
export function notIndexable(facts: Facts, ruleResults: readonly RuleResult[]): NotIndexable | null {
  const obstacle = obstacleOf(facts)
  if (obstacle === null) return null
  const failed = new Set(failedRules(ruleResults).map(({ rule }) => rule.id))
  const ruleId = obstacle.rules.find((id) => failed.has(id)) ?? null
  return { ruleId, reason: obstacle.reason }
}

function obstacleOf({ http, robots, metadata }: Facts): Obstacle | null {
  const { status } = http
  if (status < 200 || status > 299) {
    const reason = `The page returns status ${status}, so it is not indexed.`
    return { status: 'http_error', reason, rules: ['status-4xx', 'status-5xx'] }
  }
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
  if (!metadata.indexability?.robots_effective.startsWith('noindex')) return null
  const reason = 'The page is set to noindex.'
  return {
    status: 'noindex',
    reason,
    rules: ['noindex', 'unavailable-after-past', 'noindex-not-crawlable', 'noindex-on-js-page'],
  }
}

/** Why Google would not index a page that can be indexed. */
function googleObstacle(facts: Facts, ruleResults: readonly RuleResult[]): Omit<Obstacle, 'rules'> | null {
  const { index } = effectiveDirectives(directivesFor(facts, GOOGLEBOT), new Date(facts.request.at))
  if (!index) return { status: 'noindex', reason: 'The page tells Googlebot not to index it.' }
  // Google follows no canonical where a page names several, or one that cannot be used.
  const other = otherCanonicalOf(facts)
  if (other !== null) {
    const reason = `The page specifies another URL as canonical: ${truncate(other.url.href)}`
    return { status: 'canonicalized', reason }
  }
  const isSoft404 = failedRules(ruleResults).some(({ rule }) => rule.id === 'soft-404')
  return isSoft404
    ? { status: 'soft_404', reason: 'The page looks like an error page but returns status 200.' }
    : null
}

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
