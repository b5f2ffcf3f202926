import { parseLinkHeader } from '#shared/web/html/link-header.ts'
import type { PageFacts } from '../../facts/page-facts.ts'
import type { PageInput } from '../../facts/page-input.ts'
import { tidy } from '../../text/tidy.ts'

/** The canonical URL that the page declares. */
export interface Canonical {
  /** Absolute URL of the first declaration; as written when it cannot be parsed. */
  readonly href: string
  /** Whether it is an http(s) URL. */
  readonly isUsable: boolean
  readonly isSelf: boolean
  /** Whether the page declares several different canonicals. */
  readonly isConflicting: boolean
}

/** HTTP status of the canonical URL; null when it did not answer, `refused` when the egress rules refuse it. */
export type CanonicalStatus = number | 'refused' | null

/** The facts of a page that declare its canonical. */
export interface CanonicalSource {
  readonly facts: Pick<PageFacts, 'linkElements' | 'baseUrl'>
  readonly page: Pick<PageInput, 'headers' | 'finalUrl'>
  /** The page's final URL. */
  readonly location: URL
}

interface Candidate {
  readonly written: string
  readonly url: URL | null
}

/** URL as the URL Standard serialises it, without the fragment; nothing else is normalised. */
function identity(url: URL): string {
  return url.href.split('#', 1)[0] ?? ''
}

function candidates({ facts, page }: CanonicalSource): Candidate[] {
  const inHead = facts.linkElements
    .filter((link) => link.place === 'head' && link.rel.includes('canonical'))
    .map((link) => ({ written: tidy(link.href) ?? '', base: facts.baseUrl }))
  const inHeaders = (page.headers.link ?? [])
    .flatMap(parseLinkHeader)
    .filter((link) => link.rel.includes('canonical'))
    .map((link) => ({ written: link.target, base: page.finalUrl }))
  return [...inHead, ...inHeaders]
    .filter(({ written }) => written !== '')
    .map(({ written, base }) => ({ written, url: URL.parse(written, base) }))
}

/**
 * Canonical URL from `link` elements in the head and from `Link` headers (RFC 6596); null when neither declares
 * one.
 */
export function canonicalOf(source: CanonicalSource): Canonical | null {
  const all = candidates(source)
  const [first] = all
  if (first === undefined) return null
  const identities = new Set(all.map(({ url, written }) => (url ? identity(url) : written)))
  return {
    href: first.url?.href ?? first.written,
    isUsable: first.url?.protocol === 'http:' || first.url?.protocol === 'https:',
    isSelf: first.url !== null && identity(first.url) === identity(source.location),
    isConflicting: identities.size > 1,
  }
}
