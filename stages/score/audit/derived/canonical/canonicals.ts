import { parseLinkHeader } from '#shared/web/html/link-header.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { type Evidence, elementEvidence, externalEvidence } from '../../engine/rule.ts'
import type { Facts, HttpFacts } from '../../facts/facts.ts'
import { standsInHead } from '../head/head-elements.ts'
import { tokens } from '../links/links.ts'
import { addressOf } from '../page/page-address.ts'

/** A canonical URL that the page declares (RFC 6596). */
export interface Canonical {
  readonly written: string
  /** Absolute; null when it cannot be parsed or is not http(s). */
  readonly url: URL | null
  readonly from: 'html' | 'header'
  readonly evidence: Evidence
}

type Sources = Pick<Facts, 'document' | 'http'>

/** Maximum number that is read: two are already a fault, hostile pages have thousands. */
const MAX_CANONICALS = 100

/**
 * Canonical `link` elements of the head. `rel` is a set of tokens (HTML, 4.6.7); canonicals of the body are
 * ignored.
 */
const htmlCanonicals = memoize((document: PageDocument): readonly Canonical[] =>
  document
    .byTag('link')
    .filter(({ attribs }) => tokensOf(attribs.rel).includes('canonical') && attribs.href !== undefined)
    .filter((link) => standsInHead(document, link))
    .slice(0, MAX_CANONICALS)
    .map((link) => {
      const written = (link.attribs.href ?? '').trim()
      return {
        written,
        url: webUrl(written, document.baseUrl),
        from: 'html',
        evidence: elementEvidence(link, written),
      }
    }),
)

const headerCanonicals = memoize((http: HttpFacts): readonly Canonical[] =>
  http
    .header('link')
    .flatMap(parseLinkHeader)
    .filter(({ rel }) => rel.includes('canonical'))
    .map(({ target: written }) => {
      const url = webUrl(written, http.finalUrl.href)
      return {
        written,
        url,
        from: 'header',
        evidence: externalEvidence(`Link: <${written}>; rel="canonical"`),
      }
    }),
)

/** All declared canonicals, those of the head first. */
export function canonicalsOf({ document, http }: Sources): readonly Canonical[] {
  return [...htmlCanonicals(document), ...headerCanonicals(http)]
}

/** The URL that all canonicals name; null without any, with an unusable one, or with several that differ. */
export function canonicalOf(sources: Sources): (Canonical & { readonly url: URL }) | null {
  const all = canonicalsOf(sources)
  const [first] = all
  if (first === undefined || first.url === null || addressesOf(all).size > 1) return null
  return { ...first, url: first.url }
}

/**
 * The canonical when it is another URL than the page's; null when it is the page itself, or when there is no
 * single one.
 */
export function otherCanonicalOf(sources: Sources): (Canonical & { readonly url: URL }) | null {
  const canonical = canonicalOf(sources)
  return canonical === null || addressOf(canonical.url) === addressOf(sources.http.finalUrl)
    ? null
    : canonical
}

/** The different URLs that canonicals name, normalised. */
export function addressesOf(canonicals: readonly Canonical[]): ReadonlySet<string> {
  return new Set(canonicals.map(({ url, written }) => (url === null ? written : addressOf(url))))
}

/** Tokens of a space-separated attribute in lower case. */
export function tokensOf(attribute: string | undefined): string[] {
  return tokens(attribute ?? '')
}

function webUrl(written: string, base: string): URL | null {
  const url = written === '' ? null : URL.parse(written, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}
