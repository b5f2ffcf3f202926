import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import type { HttpFacts } from '../../facts/facts.ts'
import { tokensOf } from '../canonical/canonicals.ts'

/** Uncompressed bytes of a page that Googlebot reads for Search: "the first 2MB of a supported file type". */
export const GOOGLE_CUTOFF = 2 * 1024 * 1024

/** Elements that tell Google how to index the page: canonical, alternates, robots, structured data. */
export const indexedElements = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('link', 'meta', 'script').filter(isIndexed),
)

/** Those elements that begin behind the bytes that Googlebot reads. */
export function elementsBeyondCutoff(
  document: PageDocument,
  { bodyBytes, charset }: Pick<HttpFacts, 'bodyBytes' | 'charset'>,
): readonly Element[] {
  if (bodyBytes <= GOOGLE_CUTOFF) return []
  const cutoff = offsetOfByte(document, charset)
  return indexedElements(document).filter(
    (element) => (document.sourceLocation(element)?.start ?? 0) >= cutoff,
  )
}

/** Characters of the text within the first bytes, counted once for all elements. */
function offsetOfByte({ source }: PageDocument, charset: string): number {
  if (charset.toLowerCase() !== 'utf-8') return GOOGLE_CUTOFF
  return Buffer.from(source).toString('utf8', 0, GOOGLE_CUTOFF).length
}

function isIndexed({ name, attribs }: Element): boolean {
  if (name === 'script') return /^\s*application\/ld\+json/i.test(attribs.type ?? '')
  if (name === 'meta') return /^\s*(robots|googlebot)\s*$/i.test(attribs.name ?? '')
  const rel = tokensOf(attribs.rel)
  return rel.includes('canonical') || (rel.includes('alternate') && attribs.hreflang !== undefined)
}
