import { getDomain } from 'tldts'
import { findListedHost } from './blocklist.ts'
import type { Category } from './category.ts'
import { pathRules } from './path-rules.data.ts'

export interface RequestClassifier {
  /** The page is at this address now: what is its own is no third party's. */
  setPageUrl(pageUrl: string): void
  /** Why the page's request is refused; null when it may go on, and for the page itself, whatever its address looks like. */
  categoryOf(url: string): Category | null
}

/**
 * Tells advertising and measuring from what a page shows. Hosts of the page's registrable domain, or of the same entity, are
 * its own, and refused only where the path says that they measure.
 */
export function makeRequestClassifier(pageUrl: string): RequestClassifier {
  let page = new URL(pageUrl)
  const isFirstParty = (url: URL) =>
    registrableDomain(url) === registrableDomain(page) ||
    isSame(findEntity(url.hostname), findEntity(page.hostname))
  return {
    setPageUrl(next) {
      page = URL.parse(next) ?? page
    },
    categoryOf(address) {
      const url = URL.parse(address)
      if (url === null || !/^(http|ws)s?:$/.test(url.protocol)) return null
      if (withoutFragment(url) === withoutFragment(page)) return null
      const firstParty = isFirstParty(url)
      const rule = pathRules.find(
        ({ host, path }) =>
          (host === undefined || (!firstParty && host.test(url.hostname))) &&
          path.test(url.pathname + url.search),
      )
      return rule?.category ?? (firstParty ? null : (findListedHost(url.hostname)?.category ?? null))
    },
  }
}

function withoutFragment({ href }: URL): string | undefined {
  return href.split('#', 1)[0]
}

function registrableDomain({ hostname }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

function findEntity(hostname: string): string | null {
  return findListedHost(hostname)?.entity ?? null
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other
}
