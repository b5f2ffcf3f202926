import { siteOf } from './domains.ts'
import type { AnchorFact } from './facts.ts'
import type { Reading } from './reading.ts'
import type { LinkResult } from './result.ts'

interface Cut<Item> {
  readonly items: Item[]
  readonly isTruncated: boolean
}

/** Classifies links as seen from one page; sites are looked up once per host. */
function classifier({ facts, page }: Reading): (anchor: AnchorFact) => LinkResult | null {
  const own = new URL(page.finalUrl)
  const ownSite = siteOf(own)
  const sites = new Map<string, string>([[own.hostname, ownSite]])
  const isExternal = (url: URL): boolean => {
    const site = sites.get(url.hostname) ?? siteOf(url)
    sites.set(url.hostname, site)
    return site !== ownSite
  }
  return ({ href, rel }) => {
    const url = URL.parse(href, facts.baseUrl)
    if (url === null) return null
    return { href: url.href, rel, ...typeOf(url, own, isExternal) }
  }
}

function typeOf(
  url: URL,
  own: URL,
  isExternal: (url: URL) => boolean,
): { type: LinkResult['type']; external: boolean } {
  if (url.protocol === 'mailto:') return { type: 'mailto', external: false }
  if (url.protocol === 'tel:') return { type: 'tel', external: false }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { type: 'other', external: false }
  if (isSameDocument(url, own)) return { type: 'anchor', external: false }
  return isExternal(url) ? { type: 'external', external: true } : { type: 'internal', external: false }
}

/** The page's own address with a fragment, also an empty one. */
function isSameDocument(url: URL, own: URL): boolean {
  return url.href.includes('#') && url.href.split('#', 1)[0] === own.href.split('#', 1)[0]
}

/** The first `max` links, in document order, each time they occur; those that can't be parsed are left out. */
export function linksOf(reading: Reading, max: number): Cut<LinkResult> {
  const { items, total } = reading.facts.anchors
  const classify = classifier(reading)
  const links: LinkResult[] = []
  for (const anchor of items) {
    const link = classify(anchor)
    if (link === null) continue
    if (links.length === max) return { items: links, isTruncated: true }
    links.push(link)
  }
  return { items: links, isTruncated: total > items.length }
}
