import { isNotFollowed } from '#shared/page/link-rel.ts'
import type { LinkType } from '#shared/page/link-type.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { PageDocument } from '../../document/page-document.ts'
import type { Target, TargetFault } from '../../engine/evaluate.ts'
import { memoize } from '../../engine/memoize.ts'
import { elementEvidence } from '../../engine/rule.ts'
import type { Facts, Probes } from '../../facts/facts.ts'
import { isPrivateHost } from '../page/page-address.ts'
import { isOwnRobots, robotsDecision } from '../robots/robots-decision.ts'
import { linksOf, type PageLink } from './links.ts'

/** Another page that links lead to, once for all links to it. */
export interface LinkTarget extends Target {
  /** Absolute, without fragment. */
  readonly url: string
  /** Whether every link to it says not to follow it. */
  readonly isNofollow: boolean
}

/**
 * Linked pages of the same site and of other sites, in the order of their first links. Hosts of a private network
 * are left out.
 */
export const linkTargets = memoize(
  (document: PageDocument): Readonly<Record<'internal' | 'external', readonly LinkTarget[]>> => {
    const found = new Map<string, TypedTarget>()
    for (const link of linksOf(document)) addTarget(found, link, document)
    const all = [...found.values()]
    return {
      internal: all.filter(({ type }) => type === 'internal'),
      external: all.filter(({ type }) => type === 'external'),
    }
  },
)

type TypedTarget = LinkTarget & { readonly type: LinkType }

function addTarget(found: Map<string, TypedTarget>, link: PageLink, document: PageDocument): void {
  const { type, href, element, values } = link
  if (href === null || !leadsToOtherPage(link, document)) return
  const url = withoutFragment(href)
  if (type === 'external' && isPrivateTarget(url)) return
  const known = found.get(url)
  const isNofollow = values.some(isNotFollowed) && (known?.isNofollow ?? true)
  found.set(url, { type, url, isNofollow, evidence: known?.evidence ?? elementEvidence(element, url) })
}

/**
 * The linked pages of the same site without those that neither robots.txt lets crawlers read nor any link asks them to
 * follow: baskets and the like, which only visitors request.
 */
export function crawledTargets({
  document,
  robots,
}: Pick<Facts, 'document' | 'robots'>): readonly LinkTarget[] {
  return linkTargets(document).internal.filter(
    ({ url, isNofollow }) => !isNofollow || !isDisallowed(robots, url),
  )
}

/** Whether robots.txt of the page keeps Googlebot from a URL of its origin. */
export function isDisallowed(robots: Facts['robots'], url: string): boolean {
  return isOwnRobots(robots, url) && robotsDecision(robots, 'googlebot', url)?.allowed === false
}

/** Whether the host is this machine, in a private network, or a name that the public DNS does not have. */
export function isPrivateTarget(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed === null || isPrivateHost(parsed)
}

/** Whether crawlers find another page through the link. */
export function leadsToOtherPage({ type, href }: PageLink, document: PageDocument): boolean {
  const isPage = type === 'internal' || type === 'external'
  return isPage && href !== null && withoutFragment(href) !== withoutFragment(document.url)
}

/** Outcome of a probe: the URL works, is broken, or is unknown for a reason. */
export type ProbeOutcome =
  | { readonly kind: 'works' }
  | { readonly kind: 'broken'; readonly what: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Statuses that servers send to robots while browsers may be let in. 999 is LinkedIn's. */
const botBlockStatuses = new Set([401, 403, 405, 406, 407, 408, 425, 429, 451, 501, 999])

/** The outcome of a probe. A probe follows no redirects, so a redirect leaves the outcome unknown. */
export function probeOutcome(answer: Pick<ProbeAnswer, 'status' | 'error'> | undefined): ProbeOutcome {
  if (answer === undefined) return unknown('not_probed')
  const { status, error } = answer
  if (status === null) return outcomeOfSilence(error)
  if (status >= 200 && status < 300) return { kind: 'works' }
  if (status >= 300 && status < 400) return status === 304 ? { kind: 'works' } : unknown('redirected')
  return botBlockStatuses.has(status)
    ? unknown('probe_turned_away')
    : { kind: 'broken', what: String(status) }
}

/** One attempt from one place cannot tell whether the server is gone or only unreachable from here at this moment. */
function outcomeOfSilence(error: ProbeAnswer['error']): ProbeOutcome {
  return unknown(error === 'refused' ? 'not_probed' : 'no_answer')
}

function unknown(reason: string): ProbeOutcome {
  return { kind: 'unknown', reason }
}

/** Whether the target of a link is broken. Redirects are reported by link-redirects-internal. */
export function brokenLink(url: string, probes: Probes): TargetFault {
  const verdict = probeOutcome(probes.of(url))
  if (verdict.kind === 'broken') return `${url} (${verdict.what})`
  if (verdict.kind === 'works' || verdict.reason === 'redirected') return null
  return { unknown: verdict.reason }
}
