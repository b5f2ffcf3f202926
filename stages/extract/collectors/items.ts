import type { Collector, Tag } from '../html/collector.ts'
import type { MarkupFacts } from '../structured-data/item-facts.ts'
import { Microdata } from '../structured-data/microdata.ts'
import { Rdfa } from '../structured-data/rdfa.ts'
import { tidy } from '../text.ts'

/** The items that elements are marked up as, in microdata and in RDFa Lite, and where the JSON-LD blocks stand. */
export class ItemCollector implements Collector {
  readonly tags = ['script'] as const
  readonly attributes: readonly string[]
  /** Numbers of the start tags of all JSON-LD blocks, those too that are not read. */
  readonly blockOrders: number[] = []
  readonly #microdata: Microdata
  readonly #rdfa: Rdfa
  #order = 0

  /** `text` is the page: without `itemref` in it, the ids of elements are of no interest. */
  constructor(text: string, maxTextChars: number) {
    const hasRefs = text.includes('itemref') || text.includes('ITEMREF')
    this.attributes = [
      ...['itemscope', 'itemprop', 'vocab', 'prefix', 'typeof', 'property', 'resource', 'about'],
      ...(hasRefs ? ['id'] : []),
    ]
    this.#microdata = new Microdata({ maxChars: maxTextChars, hasRefs })
    this.#rdfa = new Rdfa(maxTextChars)
  }

  open(tag: Tag): void {
    // A tag is shown for its name and again for its attributes.
    if (tag.order === this.#order) return
    this.#order = tag.order
    if (tag.name === 'script') this.#noteBlock(tag)
    this.#microdata.open(tag)
    this.#rdfa.open(tag)
  }

  /** All that was found, once the document has ended. */
  facts(): readonly MarkupFacts[] {
    return [this.#microdata.facts(), this.#rdfa.facts()]
  }

  #noteBlock(tag: Tag): void {
    const type = tidy(tag.attributes.get('type'))?.toLowerCase().split(';', 1)[0]?.trim()
    if (type === 'application/ld+json') this.blockOrders.push(tag.order)
  }
}
