import { type Collector, maxTextChars, type Tag } from '../html/collector.ts'
import type { BlockPosition, MarkupFacts } from '../structured-data/facts.ts'
import { Microdata } from '../structured-data/markup/microdata.ts'
import { Rdfa } from '../structured-data/markup/rdfa.ts'
import { tidy, tokensOf } from '../text/tidy.ts'
import type { ItemScope } from './item-scope.ts'

const marks = ['itemscope', 'itemprop', 'vocab', 'prefix', 'typeof', 'property', 'resource', 'about']

/** Collects the items of microdata and RDFa Lite, and the positions of JSON-LD blocks. */
export class ItemCollector implements Collector {
  readonly tags = ['script'] as const
  readonly attributes: readonly string[]
  /** Positions of all JSON-LD blocks, also of those beyond the budget. */
  readonly blockPositions: BlockPosition[] = []
  readonly #microdata: Microdata
  readonly #rdfa = new Rdfa()

  /** `followsRefs`: also collect the elements that `itemref` names, which requires reading every id. */
  constructor({ followsRefs }: { readonly followsRefs: boolean }) {
    this.attributes = followsRefs ? [...marks, 'id'] : marks
    this.#microdata = new Microdata({ followsRefs })
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
    const type = tag.attributes.tidied('type')?.toLowerCase().split(';', 1)[0]?.trim()
    if (type === 'application/ld+json')
      this.blockPositions.push({ start: tag.start, contentStart: tag.contentStart })
  }
}

const wanted = new Set(['description', 'publisher'])
/** Collects the first text of each item property that describes the page, not a part of it or who made it. */
export class ItemTextCollector implements Collector {
  readonly attributes = ['itemprop'] as const
  readonly texts: Record<string, string> = {}
  readonly #scope: ItemScope

  constructor(scope: ItemScope) {
    this.#scope = scope
  }

  open(tag: Tag): void {
    for (const prop of tokensOf(tag.attributes.get('itemprop')))
      if (wanted.has(prop) && !Object.hasOwn(this.texts, prop) && !this.#scope.placeOf(tag).isBeside)
        this.#take(tag, prop)
  }

  #take(tag: Tag, prop: string): void {
    const keep = (written: string | null): void => {
      const text = tidy(written)
      if (text) this.texts[prop] ??= text
    }
    const content = tag.attributes.get('content')
    if (content !== null) keep(content)
    else tag.capture(maxTextChars, keep)
  }
}
