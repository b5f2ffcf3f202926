import { parseAddress } from '#shared/egress/policy/address.ts'
import { isInternalName, plainName } from '#shared/egress/policy/host-names.ts'
import { isPublicAddress } from '#shared/egress/policy/public-address.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { PageDocument } from '../../document/page-document.ts'
import type { Target } from '../../engine/evaluate-targets.ts'
import { memoize } from '../../engine/memoize.ts'
import { elementEvidence } from '../../engine/rule.ts'
import { linksOf, type PageLink } from './links.ts'

/** Another page that links lead to, once for all links to it. */
export interface LinkTarget extends Target {
  /** Absolute, without fragment. */
  readonly url: string
}

/**
 * Linked pages of the same site and of other sites, in the order of their first links. Hosts of a private network
 * are left out.
 */
export const linkTargets = memoize(
  (document: PageDocument): Readonly<Record<'internal' | 'external', readonly LinkTarget[]>> => {
    const own = withoutFragment(document.url)
    const seen = new Set([own])
    const targets: Record<'internal' | 'external', LinkTarget[]> = { internal: [], external: [] }
    for (const { type, href, element } of linksOf(document)) {
      if (href === null || (type !== 'internal' && type !== 'external')) continue
      const url = withoutFragment(href)
      if (seen.has(url)) continue
      seen.add(url)
      if (type === 'internal' || !isPrivateTarget(url))
        targets[type].push({ url, evidence: elementEvidence(element, url) })
    }
    return targets
  },
)

/** Whether the host is this machine, in a private network, or a name that the public DNS does not have. */
export function isPrivateTarget(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const address = parseAddress(host)
  return address === null ? isInternalName(plainName(host)) : !isPublicAddress(address)
}

/** Whether crawlers find another page through the link. */
export function leadsToOtherPage({ type, href }: PageLink, document: PageDocument): boolean {
  const isPage = type === 'internal' || type === 'external'
  return isPage && href !== null && withoutFragment(href) !== withoutFragment(document.url)
}
