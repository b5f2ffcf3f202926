import type { MarkupFacts } from './item-facts.ts'
import { type BlockFact, cutBlock, readBlocks } from './json-ld/json-ld.ts'

/** Offsets of the start tag and of the content of a JSON-LD block in the decoded text. */
export interface BlockPosition {
  readonly start: number
  readonly contentStart: number
}

/** The structured data of a page as found; plain data. */
export interface StructuredFacts {
  readonly blocks: readonly BlockFact[]
  /** One for each block. */
  readonly blockPositions: readonly BlockPosition[]
  /** Number of JSON-LD blocks, also of those that were not read. */
  readonly blocksTotal: number
  readonly markup: readonly MarkupFacts[]
}

/** Markup that a scan found. */
interface FoundMarkup {
  /** All JSON-LD blocks, also those that are not read. */
  readonly blockPositions: readonly BlockPosition[]
  facts(): readonly MarkupFacts[]
}

/** Whether a block extends beyond the part that is read. Such a block is not broken: its end was cut. */
function isCutOff(text: string, { contentStart }: BlockPosition, maxChars: number): boolean {
  const end = contentStart + maxChars
  return end < text.length && !/<\/script/i.test(text.slice(contentStart, end))
}

/** Structured facts from a scan. `blocks` are the texts of the first JSON-LD blocks, each cut at `maxChars`. */
export function structuredFactsOf(
  text: string,
  found: FoundMarkup,
  blocks: readonly string[],
  maxChars: number,
): StructuredFacts {
  const blockPositions = found.blockPositions.slice(0, blocks.length)
  const isCut = (index: number): boolean => {
    const place = blockPositions[index]
    return place !== undefined && isCutOff(text, place, maxChars)
  }
  return {
    blocks: readBlocks(blocks).map((block, index) => (block.fault && isCut(index) ? cutBlock : block)),
    blockPositions,
    blocksTotal: found.blockPositions.length,
    markup: found.facts(),
  }
}
