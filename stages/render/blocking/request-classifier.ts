import { getDomain } from 'tldts'
import { findListedHost } from './blocklist.ts'
import type { Category } from './category.ts'
import { pathRules } from './path-rules.data.ts'

export interface RequestClassifier {
  /** Sets the current URL of the page, which decides what is first-party. */
  setPageUrl(pageUrl: string): void
  /** The category for which a request is blocked; null when it is allowed. The page itself is always allowed. */
  categoryOf(url: string): Category | null
}

/**
 * Separates requests for ads and tracking from requests for content. Hosts of the registrable domain of the page, or of the same
 * entity, are first-party; their requests are blocked only when a path rule matches.
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
