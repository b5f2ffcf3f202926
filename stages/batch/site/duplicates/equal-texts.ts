import { pageUrl } from '../rules/addresses.ts'
import type { AnalysedSite, SiteItem } from '../rules/site-rule.ts'
import type { Site } from '../site.ts'

/** Pages that have one text in common: their title, description or heading. */
interface EqualText {
  /** Number of the text. */
  readonly text: number
  /** In order of their URLs. */
  readonly pages: readonly number[]
}

/**
 * Finds texts that several of the pages have. Language versions of each other may have the same one: a page counts only
 * where another one has its text that is no alternate of it.
 */
export function equalTexts(site: Site, pages: readonly number[], texts: Uint32Array): EqualText[] {
  const textOf = (page: number) => texts[page] as number
  const withText = pages.filter((page) => textOf(page) !== 0)
  const groups = Map.groupBy(likelyRepeated(withText, textOf), textOf)
  const found: EqualText[] = []
  for (const [text, members] of groups) {
    const kept = withoutAlternates(site, members)
    if (kept.length > 1) found.push({ text, pages: kept })
  }
  return found
}

/** The pages of a group that have at least one partner in it which is no alternate of theirs. */
export function withoutAlternates(site: Site, members: readonly number[]): readonly number[] {
  const partners = alternatePairs(site, members)
  return members.filter((page) => (partners.get(page)?.size ?? 0) < members.length - 1)
}

/** For each of the pages: those of the others that it names as its language versions, or that name it. */
export function alternatePairs(
  { pages, addresses }: Site,
  members: readonly number[],
): Map<number, Set<number>> {
  const isMember = new Set(members)
  const pairs = new Map<number, Set<number>>()
  const add = (one: number, two: number) => {
    const partners = pairs.get(one) ?? new Set()
    pairs.set(one, partners.add(two))
  }
  const { start, values } = pages.alternates
  for (const page of members) {
    const end = start[page + 1] as number
    for (let at = (start[page] as number) + 1; at < end; at += 2) {
      const other = addresses.page[values[at] as number] as number
      if (other === page || !isMember.has(other)) continue
      add(page, other)
      add(other, page)
    }
  }
  return pairs
}

/** Places of the table for each page, at least. */
const ROOM = 8
const SEVERAL = 2

/**
 * The pages whose key another one of them has as well, and some others: of a large site few, so that maps of them stay small.
 * Keys are whole numbers.
 */
export function likelyRepeated(pages: readonly number[], keyOf: (page: number) => number): number[] {
  const mask = 2 ** Math.ceil(Math.log2(ROOM * pages.length + 1)) - 1
  const counts = new Uint8Array(mask + 1)
  for (const page of pages) {
    const place = keyOf(page) & mask
    counts[place] = Math.min(SEVERAL, (counts[place] as number) + 1)
  }
  return pages.filter((page) => counts[keyOf(page) & mask] === SEVERAL)
}

/** Texts (numbers by page) that several of the pages that can be indexed have, as items with these pages. */
export function* equalTextItems(site: AnalysedSite, texts: Uint32Array): Generator<SiteItem> {
  for (const { text, pages } of equalTexts(site, site.indexable, texts))
    yield { value: site.text(text), urls: pages.map((page) => pageUrl(site, page)) }
}
