import type { LinkResult } from '#shared/operations/results/metadata-result.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { AnchorFact } from '../../facts/page-facts.ts'

interface Cut<Item> {
  readonly items: Item[]
  readonly isTruncated: boolean
}

/** Classifies links as seen from one page. The site of each host is looked up once. */
function classifier(factIndex: FactIndex): (anchor: AnchorFact) => LinkResult | null {
  const own = factIndex.location
  const ownDocument = withoutFragment(own.href)
  const ownSite = registrableDomain(own.hostname)
  const sites = new Map<string, string>([[own.hostname, ownSite]])
  const isExternal = (host: string): boolean => {
    const site = sites.get(host) ?? registrableDomain(host)
    sites.set(host, site)
    return site !== ownSite
  }
  return ({ href: written, rel }) => {
    const href = factIndex.resolve(written)
    if (href === null) return null
    const type = typeOf(href, own.origin, ownDocument, isExternal)
    return { href, rel, type, external: type === 'external' }
  }
}

/** The host of an absolute http(s) URL, as the URL Standard serialises it. */
const webHost = /^https?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]+)/

function typeOf(
  href: string,
  ownOrigin: string,
  ownDocument: string,
  isExternal: (host: string) => boolean,
): LinkResult['type'] {
  // A link to the page's own URL with a fragment, even an empty one, is an anchor.
  if (href.startsWith(ownDocument) && href[ownDocument.length] === '#') return 'anchor'
  if (href.startsWith(ownOrigin) && href[ownOrigin.length] === '/') return 'internal'
  const host = webHost.exec(href)?.[1]
  if (host === undefined) return schemeType(href)
  return isExternal(host) ? 'external' : 'internal'
}

function schemeType(href: string): LinkResult['type'] {
  if (href.startsWith('mailto:')) return 'mailto'
  return href.startsWith('tel:') ? 'tel' : 'other'
}

/** The first `max` links in document order, repeated ones too. Links that cannot be parsed are left out. */
export function linksOf(factIndex: FactIndex, max: number): Cut<LinkResult> {
  const { items, total } = factIndex.facts.anchors
  const classify = classifier(factIndex)
  const links: LinkResult[] = []
  for (const anchor of items) {
    const link = classify(anchor)
    if (link === null) continue
    if (links.length === max) return { items: links, isTruncated: true }
    links.push(link)
  }
  return { items: links, isTruncated: total > items.length }
}
