import type { Collector, Tag } from '../html/collector.ts'
import type { BlockPosition } from '../structured-data/facts.ts'
import type { MarkupFacts } from '../structured-data/item-facts.ts'
import { Microdata } from '../structured-data/markup/microdata.ts'
import { Rdfa } from '../structured-data/markup/rdfa.ts'
import { tidy } from '../text/tidy.ts'

const marks = ['itemscope', 'itemprop', 'vocab', 'prefix', 'typeof', 'property', 'resource', 'about']

/** Collects the items of microdata and RDFa Lite, and the positions of JSON-LD blocks. */
export class ItemCollector implements Collector {
  readonly tags = ['script'] as const
  readonly attributes: readonly string[]
  /** Positions of all JSON-LD blocks, also of those beyond the budget. */
  readonly blockPositions: BlockPosition[] = []
  readonly #microdata: Microdata
  readonly #rdfa: Rdfa

  /** `followsRefs`: also collect the elements that `itemref` names, which requires reading every id. */
  constructor(options: { readonly maxTextChars: number; readonly followsRefs: boolean }) {
    const { maxTextChars: maxChars, followsRefs } = options
    this.attributes = followsRefs ? [...marks, 'id'] : marks
    this.#microdata = new Microdata({ maxChars, followsRefs })
    this.#rdfa = new Rdfa(maxChars)
  }

  /** Whether any item refers to elements outside it. */
  get hasRefs(): boolean {
    return this.#microdata.hasRefs
  }

  open(tag: Tag): void {
    if (tag.name === 'script') this.#noteBlock(tag)
    this.#microdata.open(tag)
    this.#rdfa.open(tag)
  }

  /** All items, once the document has ended. */
  facts(): readonly MarkupFacts[] {
    return [this.#microdata.facts(), this.#rdfa.facts()]
  }

  #noteBlock(tag: Tag): void {
    const type = tidy(tag.attributes.get('type'))?.toLowerCase().split(';', 1)[0]?.trim()
    if (type === 'application/ld+json')
      this.blockPositions.push({ start: tag.start, contentStart: tag.contentStart })
  }
}
