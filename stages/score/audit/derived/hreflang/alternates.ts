import { type DeclaredAlternate, headerAlternates, readAlternate } from '#shared/page/alternates.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { urlResolver } from '#shared/web/html/url-resolver.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { type Evidence, elementEvidence, externalEvidence } from '../../engine/rule.ts'
import type { Facts, HttpFacts } from '../../facts/facts.ts'
import { canonicalOf, tokensOf } from '../canonical/canonicals.ts'
import { standsInHead } from '../head/head-elements.ts'

/** A language version of the page, as the page or the sitemap names it. */
export interface Alternate extends DeclaredAlternate {
  readonly from: 'head' | 'header' | 'sitemap'
  readonly evidence: Evidence
}

export type AlternateSources = Pick<Facts, 'document' | 'http'>

/** Maximum number that is read: sets have a few hundred at most, hostile pages have thousands. */
const MAX_ALTERNATES = 1000

/** `link` elements that name a language version, in head and body. */
export const alternateLinks = memoize((document: PageDocument) =>
  document
    .withAttribute('hreflang')
    .filter(({ name, attribs }) => name === 'link' && tokensOf(attribs.rel).includes('alternate'))
    .slice(0, MAX_ALTERNATES)
    .map((element) => ({ element, isInHead: standsInHead(document, element) })),
)

const headAlternates = memoize((document: PageDocument): readonly Alternate[] =>
  alternateLinks(document)
    .filter(({ isInHead }) => isInHead)
    .map(({ element }) => {
      const { hreflang = '', href = '' } = element.attribs
      const evidence = elementEvidence(element, `${hreflang}: ${href}`)
      return { ...readAlternate(hreflang, href, document.resolve), from: 'head', evidence }
    }),
)

const alternatesOfHeaders = memoize((http: HttpFacts): readonly Alternate[] =>
  headerAlternates(http.header('link'), http.finalUrl.href)
    .slice(0, MAX_ALTERNATES)
    .map((alternate) => {
      const { written, code } = alternate
      const evidence = externalEvidence(`Link: <${written}>; rel="alternate"; hreflang="${code}"`)
      return { ...alternate, from: 'header', evidence }
    }),
)

/** The versions that the page names in its head and its `Link` headers. Google ignores those of the body. */
export function alternatesOf({ document, http }: AlternateSources): readonly Alternate[] {
  return [...headAlternates(document), ...alternatesOfHeaders(http)]
}

/** The versions that sitemaps name for the page's own URL. */
export function sitemapAlternates({
  http,
  sitemaps,
}: Pick<Facts, 'http' | 'sitemaps'>): readonly Alternate[] {
  const own = addressOf(http.finalUrl)
  return sitemaps.matches
    .filter(({ loc }) => {
      const url = URL.parse(loc)
      return url !== null && addressOf(url) === own
    })
    .flatMap(({ sitemap, alternates }) => {
      const resolve = urlResolver(sitemap, 'UTF-8')
      return alternates.map(({ hreflang, href }): Alternate => {
        const evidence = externalEvidence(`${sitemap}: ${hreflang}: ${href}`)
        return { ...readAlternate(hreflang, href, resolve), from: 'sitemap', evidence }
      })
    })
    .slice(0, MAX_ALTERNATES)
}

/** The page's own URL and its canonical, normalised. */
export function ownAddresses(sources: AlternateSources): ReadonlySet<string> {
  const canonical = canonicalOf(sources)
  return new Set([addressOf(sources.http.finalUrl), ...(canonical === null ? [] : [canonical.address])])
}

/** The language of a code in lower case; null for `x-default`. */
export function languageOfCode(code: string): string | null {
  const lower = code.toLowerCase()
  return lower === 'x-default' ? null : (lower.split(/[-_]/, 1)[0] ?? null)
}

/** Codes in lower case, each with the different URLs that it names. */
export function addressesByCode(alternates: readonly Alternate[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byCode = new Map<string, Set<string>>()
  for (const { code, address } of alternates) {
    if (address === null) continue
    const addresses = byCode.get(code.toLowerCase()) ?? new Set()
    byCode.set(code.toLowerCase(), addresses.add(address))
  }
  return byCode
}
