import {
  type DeclaredCanonical,
  faultOfCanonicals,
  headerCanonicals,
  namedCanonicals,
  readCanonical,
} from '#shared/page/canonical.ts'
import { addressOf } from '#shared/web/address-of.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { type Evidence, elementEvidence, externalEvidence } from '../../engine/rule.ts'
import type { Facts, HttpFacts } from '../../facts/facts.ts'
import { standsInHead } from '../head/head-elements.ts'
import { tokens } from '../links/links.ts'

/** A canonical that the page declares, with the place where it stands. */
export interface Canonical extends DeclaredCanonical {
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
      const canonical = readCanonical(link.attribs.href ?? '', document.resolve)
      return { ...canonical, from: 'html', evidence: elementEvidence(link, canonical.written) }
    }),
)

const canonicalsOfHeaders = memoize((http: HttpFacts): readonly Canonical[] =>
  headerCanonicals(http.header('link'), http.finalUrl.href).map((canonical) => {
    const evidence = externalEvidence(`Link: <${canonical.written}>; rel="canonical"`)
    return { ...canonical, from: 'header', evidence }
  }),
)

/** All declared canonicals, those of the head first. */
export function canonicalsOf({ document, http }: Sources): readonly Canonical[] {
  return [...htmlCanonicals(document), ...canonicalsOfHeaders(http)]
}

/** The URL that all canonicals name; null without any, with an unusable one, or with several that differ. */
export function canonicalOf(sources: Sources): (Canonical & { readonly url: URL }) | null {
  const all = canonicalsOf(sources)
  const [first] = all
  if (first?.url == null || faultOfCanonicals(all) !== null) return null
  return { ...first, url: first.url }
}

/**
 * The canonical when it is another URL than the page's; null when it is the page itself, or when there is no
 * single one.
 */
export function otherCanonicalOf(sources: Sources): (Canonical & { readonly url: URL }) | null {
  const canonical = canonicalOf(sources)
  return canonical === null || canonical.address === addressOf(sources.http.finalUrl) ? null : canonical
}

/** The different URLs that canonicals name, normalised. */
export function addressesOf(canonicals: readonly Canonical[]): ReadonlySet<string> {
  return namedCanonicals(canonicals)
}

/** Tokens of a space-separated attribute in lower case. */
export function tokensOf(attribute: string | undefined): string[] {
  return tokens(attribute ?? '')
}
