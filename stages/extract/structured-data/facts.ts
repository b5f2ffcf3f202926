import { type BlockFact, cutBlock, readBlocks } from './json-ld/json-ld.ts'

/** Value of a property: text, a URL as written, or the index of the item that the element is. */
export type MarkupValue = { readonly text: string } | { readonly url: string } | { readonly item: number }

export interface MarkupProperty {
  readonly names: readonly string[]
  readonly value: MarkupValue
}

/** One item of microdata or RDFa; plain data. Types and names are URLs, or as written where they have none. */
export interface MarkupItem {
  readonly source: 'microdata' | 'rdfa'
  readonly types: readonly string[]
  /** As written, relative to the document's base. */
  readonly id: string | null
  /** Offset of its start tag in the decoded text. */
  readonly offset: number
  /** Whether it is no property of another item. */
  readonly isTop: boolean
  readonly properties: readonly MarkupProperty[]
}

export interface MarkupFacts {
  /** In document order. */
  readonly items: readonly MarkupItem[]
  /** Offsets of the start tags of microdata properties that belong to no item. */
  readonly strayOffsets: readonly number[]
  /** Ids in `itemref` that no element has. */
  readonly danglingRefs: readonly string[]
  /** Whether items or properties beyond the limits were left out. */
  readonly isCut: boolean
}

/** Maximum number of items, and of properties, of one syntax. */
export const maxItems = 5_000
export const maxProperties = 50_000

/** Tokens of a space-separated attribute, as written. */
export function tokensIn(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter((token) => token !== '')
}

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
