import type { Site } from '../site.ts'
import { alternatePairs } from './alternates.ts'
import { likelyRepeated } from './likely-repeated.ts'

/** Pages that have one text in common: their title, description or heading. */
export interface EqualText {
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
