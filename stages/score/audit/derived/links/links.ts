import type { Element } from 'domhandler'
import { relValues } from '#shared/page/link-rel.ts'
import { type LinkType, linkTypes } from '#shared/page/link-type.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** One `a` or `area` with an `href`, or an `a` of svg; hidden ones too. */
export interface PageLink {
  readonly element: Element
  /** As written. */
  readonly written: string
  /** Absolute; null when it cannot be parsed. */
  readonly href: string | null
  readonly type: LinkType
  /** Lower-case tokens (HTML Standard, 4.6.7). */
  readonly rel: readonly string[]
  /** The values of `rel` as Google reads them. */
  readonly values: readonly string[]
}

/**
 * The links of a page in the order of the source, those of svg too. Types are those of `GET /metadata`; sites are told
 * apart by registrable domain (`infra/docs/clients.md#metadata`).
 */
export const linksOf = memoize((document: PageDocument): readonly PageLink[] => {
  const typeOf = linkTypes(new URL(document.url))
  return writtenLinks(document).flatMap((element) => {
    const written = element.attribs.href
    if (written === undefined) return []
    const href = document.resolve(written)
    const { rel = '' } = element.attribs
    const type = href === null ? 'other' : typeOf(href)
    return [{ element, written, href, type, rel: tokens(rel), values: relValues(rel) }]
  })
})

/**
 * The links that the page writes, each once: where a page nests links badly, the parser repeats elements (HTML Standard,
 * 13.2.4.3, the list of active formatting elements). Repeated elements have the place of the first, or none.
 */
function writtenLinks(document: PageDocument): Element[] {
  const drawn = document.foreign.filter(({ name }) => name === 'a')
  const byPlace = new Map<number, Element>()
  for (const element of [...document.byTag('a', 'area'), ...drawn]) {
    const place = document.sourceLocation(element)
    if (place !== null && !byPlace.has(place.start)) byPlace.set(place.start, element)
  }
  return [...byPlace].sort(([one], [other]) => one - other).map(([, element]) => element)
}

/** Space-separated tokens in lower case (HTML Standard, 2.3.7). */
export function tokens(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter(Boolean)
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
