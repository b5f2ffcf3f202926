import {
  type DeclaredCanonical,
  faultOfCanonicals,
  headerCanonicals,
  readCanonical,
  reportedCanonical,
} from '#shared/page/canonical.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { urlResolver } from '#shared/web/html/url-resolver.ts'
import type { PageFacts } from '../../facts/page-facts.ts'
import type { PageInput } from '../../facts/page-input.ts'

/** The canonical URL that the page declares. */
export interface Canonical {
  /** Absolute URL of the first declaration; as written when it cannot be parsed. */
  readonly href: string
  /** Whether it is an http(s) URL. */
  readonly isUsable: boolean
  readonly isSelf: boolean
}

/** HTTP status of the canonical URL; null when it did not answer, `refused` when the egress rules refuse it. */
export type CanonicalStatus = number | 'refused' | null

/** The facts of a page that declare its canonical. */
export interface CanonicalSource {
  readonly facts: Pick<PageFacts, 'linkElements' | 'baseUrl' | 'charset'>
  readonly page: Pick<PageInput, 'headers' | 'finalUrl'>
  /** The page's final URL. */
  readonly location: URL
}

/** All declarations, those of the head first. */
function declarations({ facts, page }: Omit<CanonicalSource, 'location'>): DeclaredCanonical[] {
  const resolve = urlResolver(facts.baseUrl, facts.charset)
  const inHead = facts.linkElements
    .filter((link) => link.place === 'head' && link.rel.includes('canonical'))
    .map((link) => readCanonical(link.href, resolve))
  return [...inHead, ...headerCanonicals(page.headers.link ?? [], page.finalUrl)]
}

/** The canonical URL from `link` elements in the head and from `Link` headers; null when none names a URL. */
export function canonicalOf(source: CanonicalSource): Canonical | null {
  const reported = reportedCanonical(declarations(source))
  if (reported === null) return null
  const { href, url, address } = reported
  return {
    href,
    isUsable: url !== null,
    isSelf: url !== null && address === addressOf(source.location),
  }
}

/** Whether no declaration is without a usable URL, and none contradicts another. */
export function areCanonicalsClear(source: CanonicalSource): boolean {
  return faultOfCanonicals(declarations(source)) === null
}
