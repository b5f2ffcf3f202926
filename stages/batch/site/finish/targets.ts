import { originOf, originsWhere, pagesInside, urlOf } from '../rules/addresses.ts'
import type { Site } from '../site.ts'

/** What is to be checked of a site. */
export interface SiteTargets {
  /** Of the start pages, and of all pages of the site, those with the most pages first. Each once, `MAX_ORIGINS` at most. */
  readonly origins: readonly string[]
  /**
   * URLs of which nothing is known although pages link or refer to them, a sitemap lists them or a redirect leads to them:
   * those with the most of these first, ties in order of the URLs.
   */
  readonly urls: readonly string[]
}

/** Finds what is to be checked of the site of a batch, with at most `limit` URLs; null when the batch does not exist. */
export type FindTargets = (id: string, limit: number, signal: AbortSignal) => Promise<SiteTargets | null>

/** What is to be checked of a site, with at most `limit` URLs. */
export function siteTargets(site: Site, limit: number): SiteTargets {
  return { origins: siteOrigins(site), urls: uncheckedUrls(site, limit) }
}

/** Origins of one site whose sitemaps are read: of a domain with more, those with the most pages. */
const MAX_ORIGINS = 100

function siteOrigins(site: Site): string[] {
  const { addresses, pages } = site
  const starts = originsWhere(site, (address) => addresses.isSeed[address] === 1)
  const counts = new Map<string, number>()
  for (const page of pagesInside(site)) {
    const origin = originOf(urlOf(site, pages.address[page] as number))
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  const others = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
  return [...new Set([...starts, ...others.map(([origin]) => origin)])].slice(0, MAX_ORIGINS)
}

function uncheckedUrls(site: Site, limit: number): string[] {
  const { state } = site.addresses
  const mentions = mentionsOf(site)
  const count = (address: number) => mentions[address] as number
  return Array.from(state.keys())
    .filter((address) => state[address] === 0 && count(address) > 0)
    .sort((a, b) => count(b) - count(a) || a - b)
    .values()
    .map((address) => urlOf(site, address))
    .filter((url) => URL.canParse(url))
    .take(limit)
    .toArray()
}

/** How often links, canonicals, language versions, redirects and sitemaps name each address. */
function mentionsOf({ addresses, pages }: Site): Uint32Array {
  const mentions = new Uint32Array(addresses.count)
  const mention = (address: number) => {
    if (address >= 0) mentions[address] = (mentions[address] as number) + 1
  }
  for (const link of pages.links.values) mention(link >> 1)
  for (const target of addresses.next) mention(target)
  for (const target of pages.canonical) mention(target)
  for (let at = 1; at < pages.alternates.values.length; at += 2)
    mention(pages.alternates.values[at] as number)
  for (let address = 0; address < addresses.count; address++)
    if (addresses.isListed[address] === 1) mention(address)
  return mentions
}
