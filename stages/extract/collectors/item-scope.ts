import type { Collector, Tag } from '../html/collector.ts'
import { tokensIn } from '../structured-data/facts.ts'
import { tokensOf } from '../text/tidy.ts'

/** The attributes of a syntax: what begins an item, its types, and the properties of the item around it. */
const syntaxes = {
  microdata: { scope: 'itemscope', types: 'itemtype', props: 'itemprop' },
  rdfa: { scope: 'typeof', types: 'typeof', props: 'property' },
} as const

/** Types of items that stand on a page without being its subject. */
const besides = new Set(
  `person organization website comment usercomments review imageobject audioobject offer aggregateoffer rating
   aggregaterating brand postaladdress contactpoint breadcrumblist listitem sitenavigationelement wpheader wpfooter
   wpsidebar wpadblock`.split(/\s+/),
)

/** Properties whose item is the subject of the item around it, or its only part. */
const ofSubject = /^(?:main|blogposts?$)/

/** Ids that `itemref` names. */
export interface ItemRefs {
  /** By items that describe the page. */
  readonly own: Set<string>
  /** By other items. */
  readonly beside: Set<string>
}

/** The item that a property belongs to. */
export interface ItemPlace {
  /** Number of the item; 0 outside of all. */
  readonly item: number
  /** Whether it is part of another item, such as its image or a review, or no subject of a page at all. */
  readonly isBeside: boolean
}

/**
 * Follows the items of a page (HTML Standard, 5.2.5; RDFa Lite 1.1, 2.2), and tells whether a property belongs to one
 * that describes the page. An item of the root, the head or the body does, whatever its type. Give it to `scan` with
 * the collectors that ask it.
 */
export class ItemScope implements Collector {
  readonly attributes: readonly string[]
  /** What `itemref` of the items names, as far as they were read. */
  readonly refs: ItemRefs = { own: new Set(), beside: new Set() }
  readonly #known: ItemRefs | null
  readonly #syntax: (typeof syntaxes)[keyof typeof syntaxes]
  #items = 0
  #current: ItemPlace = { item: 0, isBeside: false }
  /** Of the last tag: its number, and the place of its own properties. */
  #order = -1
  #outer: ItemPlace = this.#current
  /** Where properties after the head belong; null when the head is no item. */
  #aroundHead: ItemPlace | null = null

  /** `known`: the ids that items name, of an earlier pass over the same page. */
  constructor(syntax: keyof typeof syntaxes, known: ItemRefs | null = null) {
    this.#syntax = syntaxes[syntax]
    this.#known = known
    this.attributes = known ? [this.#syntax.scope, 'id'] : [this.#syntax.scope]
  }

  /** Where the properties of the tag belong. */
  placeOf(tag: Tag): ItemPlace {
    this.open(tag)
    return this.#outer
  }

  /** Where the properties within the tag belong. */
  placeWithin(tag: Tag): ItemPlace {
    this.open(tag)
    return this.#current
  }

  open(tag: Tag): void {
    if (tag.order === this.#order) return
    this.#order = tag.order
    if (tag.name === 'body' || tag.place === 'body') this.#leaveHead()
    const before = this.#current
    this.#outer = this.#known ? this.#referred(tag, this.#known) : before
    this.#current = tag.attributes.has(this.#syntax.scope) ? this.#enter(tag) : this.#outer
    if (this.#current !== before) this.#untilEnd(tag, before)
  }

  /** The tags of html, head and body are optional: their items are open to the end, or to the end of the head. */
  #untilEnd(tag: Tag, before: ItemPlace): void {
    if (tag.name === 'head') this.#aroundHead = before
    else if (!isFrame(tag))
      tag.whenEnded(() => {
        this.#current = before
      })
  }

  #leaveHead(): void {
    if (this.#aroundHead) this.#current = this.#aroundHead
    this.#aroundHead = null
  }

  #enter(tag: Tag): ItemPlace {
    this.#items++
    const isBeside = this.#outer.isBeside || this.#isBeside(tag)
    for (const id of tokensIn(tag.attributes.get('itemref')))
      if (isBeside) this.refs.beside.add(id)
      else this.refs.own.add(id)
    return { item: this.#items, isBeside }
  }

  #isBeside(tag: Tag): boolean {
    if (isFrame(tag)) return false
    const { attributes } = tag
    const props = tokensOf(attributes.get(this.#syntax.props))
    const types = tokensOf(attributes.get(this.#syntax.types))
    const isPart = props.length > 0 && !props.some((prop) => ofSubject.test(prop))
    return isPart || types.some((type) => besides.has(type.replace(/^.*[/#:]/, '')))
  }

  /** An element that `itemref` names belongs to the item that names it. */
  #referred({ attributes }: Tag, { own, beside }: ItemRefs): ItemPlace {
    const id = attributes.get('id') ?? ''
    const isBeside = !own.has(id) && (beside.has(id) || this.#current.isBeside)
    return isBeside === this.#current.isBeside ? this.#current : { item: -1, isBeside }
  }
}

function isFrame({ name }: Tag): boolean {
  return name === 'html' || name === 'head' || name === 'body'
}
