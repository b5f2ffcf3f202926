import { type Collector, maxTextChars, type Tag } from '../html/collector.ts'
import type { BlockPosition, MarkupFacts } from '../structured-data/facts.ts'
import { Microdata } from '../structured-data/markup/microdata.ts'
import { Rdfa } from '../structured-data/markup/rdfa.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

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
/** Types of items that stand on a page without being its subject. */
const besides =
  /\/(?:Person|Organization|WebSite|Comment|UserComments|Review|ImageObject|WPHeader|WPFooter|WPSideBar)$/i

/** Whether an item is part of another one, such as its publisher or a review, or no subject of a page at all. */
function isBeside({ attributes }: Tag): boolean {
  if (!attributes.has('itemscope')) return false
  const isPart = tokensOf(attributes.get('itemprop')).some((prop) => !prop.startsWith('mainentity'))
  return isPart || besides.test(attributes.tidied('itemtype') ?? '')
}

/** Collects the first text of each item property that describes the page, not a part of it or who made it. */
export class ItemTextCollector implements Collector {
  readonly attributes = ['itemprop', 'itemscope'] as const
  readonly texts: Record<string, string> = {}
  #beside = 0

  open(tag: Tag): void {
    for (const prop of tokensOf(tag.attributes.get('itemprop')))
      if (wanted.has(prop) && !Object.hasOwn(this.texts, prop) && this.#beside === 0) this.#take(tag, prop)
    if (isBeside(tag)) this.#skip(tag)
  }

  /** Leaves out what is within the item. */
  #skip(tag: Tag): void {
    this.#beside++
    tag.whenEnded(() => {
      this.#beside--
    })
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
