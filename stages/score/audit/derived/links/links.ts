import type { Element } from 'domhandler'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** One `a` or `area` with an `href`, hidden ones too. */
export interface PageLink {
  readonly element: Element
  /** As written. */
  readonly written: string
  /** Absolute; null when it cannot be parsed. */
  readonly href: string | null
  readonly type: 'internal' | 'external' | 'anchor' | 'mailto' | 'tel' | 'other'
  /** Lower-case tokens. */
  readonly rel: readonly string[]
}

/**
 * The links of a page in document order. Types are those of `GET /metadata`; sites are told apart by registrable
 * domain (`infra/docs/contract.md#metadata`).
 */
export const linksOf = memoize((document: PageDocument): readonly PageLink[] => {
  const own = new URL(document.url)
  const typeOf = classifier(own)
  return document.byTag('a', 'area').flatMap((element) => {
    const written = element.attribs.href
    if (written === undefined) return []
    const href = document.resolve(written)
    const rel = tokens(element.attribs.rel ?? '')
    return [{ element, written, href, type: href === null ? 'other' : typeOf(href), rel }]
  })
})

/** Space-separated tokens in lower case (HTML Standard, 2.3.7). */
export function tokens(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter(Boolean)
}

function classifier(own: URL): (href: string) => PageLink['type'] {
  const ownDocument = withoutFragment(own.href)
  const ownSite = registrableDomain(own.hostname)
  const sites = new Map<string, boolean>([[own.hostname, false]])

  function isExternal(hostname: string): boolean {
    const known = sites.get(hostname)
    const isOther = known ?? registrableDomain(hostname) !== ownSite
    if (known === undefined) sites.set(hostname, isOther)
    return isOther
  }

  return (href) => {
    if (href.startsWith(ownDocument) && href[ownDocument.length] === '#') return 'anchor'
    if (href.startsWith('mailto:')) return 'mailto'
    if (href.startsWith('tel:')) return 'tel'
    if (!/^https?:/.test(href)) return 'other'
    return isExternal(new URL(href).hostname) ? 'external' : 'internal'
  }
}

/**
 * Attributes of links: an `a` that has one but no `href` lacks its `href` (HTML, 4.5.1). `routerlink` is the example of
 * Google's "Make your links crawlable".
 */
const linkAttributes = [
  'target',
  'download',
  'ping',
  'rel',
  'hreflang',
  'type',
  'referrerpolicy',
  'routerlink',
]

/**
 * Links that search engines cannot follow, by the algorithm of Lighthouse's crawlable-anchors. Listeners added by
 * scripts are not seen.
 */
export const uncrawlableLinks = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('a').filter((link) => isUncrawlable(link, document)),
)

function isUncrawlable({ attribs }: Element, document: PageDocument): boolean {
  const written = attribs.href?.replace(/\s/g, '')
  if (attribs.role?.trim() || written?.startsWith('mailto:') || (!written && attribs.id)) return false
  if (written?.startsWith('file:')) return true
  if (attribs.name?.trim()) return false
  if (written === undefined)
    return attribs.onclick !== undefined || linkAttributes.some((name) => name in attribs)
  return written === '' || /^javascript:/i.test(written) || isBroken(written, document)
}

/** Parses only URLs with a scheme or a host; relative ones hardly ever fail to parse. */
function isBroken(written: string, document: PageDocument): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written) && document.resolve(written) === null
}
