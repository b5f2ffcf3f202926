import type { MarkupFacts } from './item-facts.ts'
import { type BlockFact, cutBlock, readBlocks } from './json-ld.ts'

/** Where the start tag of a JSON-LD block begins in the decoded text, and where its content does. */
export interface BlockPlace {
  readonly start: number
  readonly contentStart: number
}

/** The structured data of a page as found, plain data. */
export interface StructuredFacts {
  readonly blocks: readonly BlockFact[]
  /** One for each block. */
  readonly blockPlaces: readonly BlockPlace[]
  /** JSON-LD blocks of the page, those too that were not read. */
  readonly blocksTotal: number
  readonly markup: readonly MarkupFacts[]
}

/** What a scan found of it. */
interface FoundMarkup {
  /** All JSON-LD blocks, those too that are not read. */
  readonly blockPlaces: readonly BlockPlace[]
  facts(): readonly MarkupFacts[]
}

/** A block that reaches further than is read is no broken one: what was read of it has no end. */
function isCutOff(text: string, { contentStart }: BlockPlace, maxChars: number): boolean {
  const end = contentStart + maxChars
  return end < text.length && !/<\/script/i.test(text.slice(contentStart, end))
}

/**
 * What a scan found; `blocks` are the texts of the JSON-LD blocks that are to be read, the first of the page, each cut
 * at `maxChars`.
 */
export function structuredFactsOf(
  text: string,
  found: FoundMarkup,
  blocks: readonly string[],
  maxChars: number,
): StructuredFacts {
  const blockPlaces = found.blockPlaces.slice(0, blocks.length)
  const isCut = (index: number): boolean => {
    const place = blockPlaces[index]
    return place !== undefined && isCutOff(text, place, maxChars)
  }
  return {
    blocks: readBlocks(blocks).map((block, index) => (block.fault && isCut(index) ? cutBlock : block)),
    blockPlaces,
    blocksTotal: found.blockPlaces.length,
    markup: found.facts(),
  }
}
