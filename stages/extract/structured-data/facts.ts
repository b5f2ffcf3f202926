import type { ItemCollector } from '../collectors/items.ts'
import type { MarkupFacts } from './item-facts.ts'
import { type BlockFact, readBlocks } from './json-ld.ts'
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

/** What a scan found; `blocks` are the texts of the JSON-LD blocks that are to be read, the first of the page. */
export function structuredFactsOf(
  text: string,
  found: ItemCollector,
  blocks: readonly string[],
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
  return {
    blocks: readBlocks(blocks),
    blocksTotal: found.blockOrders.length,
    markup,
    places: placesOf(
      text,
      orders.sort((one, other) => one - other),
    ),
    blockOrders,
  }
}
