import type { ItemCollector } from '../collectors/items.ts'
import type { MarkupFacts } from './item-facts.ts'
import { type BlockFact, cutBlock, readBlocks } from './json-ld.ts'
import { placesOf, type TagPlace } from './positions.ts'

/** The structured data of a page as found, plain data. */
export interface StructuredFacts {
  readonly blocks: readonly BlockFact[]
  /** JSON-LD blocks of the page, those too that were not read. */
  readonly blocksTotal: number
  readonly markup: readonly MarkupFacts[]
  /** Where start tags stand in the decoded text, by their number; those of blocks and items. */
  readonly places: ReadonlyMap<number, TagPlace>
  /** Numbers of the blocks' start tags. */
  readonly blockOrders: readonly number[]
}

/** A block that reaches further than is read is no broken one: what was read of it has no end. */
function isCutOff(text: string, { contentStart }: TagPlace, maxChars: number): boolean {
  const end = contentStart + maxChars
  return end < text.length && !/<\/script/i.test(text.slice(contentStart, end))
}

/**
 * What a scan found; `blocks` are the texts of the JSON-LD blocks that are to be read, the first of the page, each cut
 * at `maxChars`.
 */
export function structuredFactsOf(
  text: string,
  found: ItemCollector,
  blocks: readonly string[],
  maxChars: number,
): StructuredFacts {
  const markup = found.facts()
  const blockOrders = found.blockOrders.slice(0, blocks.length)
  const orders = [
    ...blockOrders,
    ...markup.flatMap(({ items, strayOrders }) => [
      ...items.map(({ order }) => order),
      ...strayOrders.slice(0, 1),
    ]),
  ]
  const places = placesOf(
    text,
    orders.sort((one, other) => one - other),
  )
  const isCut = (index: number): boolean => {
    const place = places.get(blockOrders[index] ?? 0)
    return place !== undefined && isCutOff(text, place, maxChars)
  }
  return {
    blocks: readBlocks(blocks).map((block, index) => (block.fault && isCut(index) ? cutBlock : block)),
    blocksTotal: found.blockOrders.length,
    markup,
    places,
    blockOrders,
  }
}
