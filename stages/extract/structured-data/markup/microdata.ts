import { maxTextChars, type Tag } from '../../html/collector.ts'
import { tidy } from '../../text/tidy.ts'
import {
  type MarkupFacts,
  type MarkupItem,
  type MarkupValue,
  maxItems,
  maxProperties,
  tokensIn,
} from '../facts.ts'

interface OpenItem {
  readonly types: readonly string[]
  readonly id: string | null
  readonly offset: number
  readonly refs: readonly string[]
}

interface PropertyRecord {
  readonly index: number
  readonly offset: number
  readonly names: readonly string[]
  /** Index of the item around its element; -1 without one. */
  readonly owner: number
  value: MarkupValue
}

/** An element with an id: the properties recorded between its start and its end. */
interface Region {
  readonly start: number
  end: number
  /** Number of items before it: a property with a later owner is inside a nested item. */
  readonly itemsBefore: number
}

/** Maximum number of properties that `itemref` adds in all. */
const maxReferred = 100_000

/** Elements whose value is a URL, with its attribute (HTML Standard, 5.2.4). `object` has no known attribute. */
const addressOf: Readonly<Record<string, 'src' | 'href'>> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
}

/**
 * Reads microdata (HTML Standard, section 5) from start tags in document order. As for search engines, a `content`
 * attribute counts on every element without a URL.
 */
export class Microdata {
  readonly #followsRefs: boolean
  readonly #items: OpenItem[] = []
  readonly #records: PropertyRecord[] = []
  readonly #regions = new Map<string, Region>()
  /** The items around the current element, innermost last. */
  readonly #around: number[] = []
  /** Whether any item has `itemref`. */
  hasRefs = false
  #headItem = -1
  #referred = 0
  #isCut = false

  constructor({ followsRefs }: { readonly followsRefs: boolean }) {
    this.#followsRefs = followsRefs
  }

  open(tag: Tag): void {
    if (this.#headItem >= 0 && tag.place === 'body') this.#leave(this.#headItem)
    const names = tokensIn(tag.attributes.get('itemprop'))
    const region = this.#followsRefs ? this.#region(tag) : null
    const owner = this.#around.at(-1) ?? -1
    const item = tag.attributes.has('itemscope') ? this.#enter(tag) : -1
    if (names.length === 0) return
    this.#property(
      tag,
      { index: this.#records.length, offset: tag.start, names, owner, value: { text: '' } },
      item,
    )
    if (region) region.end = Math.max(region.end, this.#records.length)
  }

  /** All items, once the document has ended. */
  facts(): MarkupFacts {
    const owned = new Set<PropertyRecord>()
    const danglingRefs: string[] = []
    const byOwner = Map.groupBy(this.#records, ({ owner }) => owner)
    const properties = this.#items.map((item, index) => {
      const all = this.#withReferred(byOwner.get(index) ?? [], item, danglingRefs)
      for (const record of all) owned.add(record)
      return all
    })
    const inside = new Set([...owned].map(({ value }) => ('item' in value ? value.item : -1)))
    const items = this.#items.map(({ types, id, offset }, index): MarkupItem => {
      const isTop = !inside.has(index)
      return { source: 'microdata', types, id, offset, isTop, properties: properties[index] ?? [] }
    })
    const isStray = (record: PropertyRecord) => !owned.has(record) && !('item' in record.value)
    const strayOffsets = this.#records.filter(isStray).map(({ offset }) => offset)
    return { items, strayOffsets, danglingRefs, isCut: this.#isCut }
  }

  /** Records where an element with an id begins and ends; the first of an id counts. */
  #region(tag: Tag): Region | null {
    const id = tag.attributes.get('id') ?? ''
    if (id === '' || tag.name === 'head' || this.#regions.has(id)) return null
    const isToTheEnd = tag.name === 'html' || tag.name === 'body'
    const start = this.#records.length
    const region: Region = { start, end: isToTheEnd ? Infinity : start, itemsBefore: this.#items.length }
    this.#regions.set(id, region)
    if (!isToTheEnd)
      tag.whenEnded(() => {
        region.end = this.#records.length
      })
    return region
  }

  /** Begins an item. Returns its index, or -1 beyond the limits. */
  #enter(tag: Tag): number {
    if (this.#items.length >= maxItems) {
      this.#isCut = true
      return -1
    }
    const { attributes, start: offset } = tag
    const types = tokensIn(attributes.get('itemtype'))
    const refs = [...new Set(tokensIn(attributes.get('itemref')))]
    this.hasRefs ||= refs.length > 0
    const index = this.#items.push({ types, id: attributes.get('itemid'), offset, refs }) - 1
    this.#around.push(index)
    if (tag.name === 'head') this.#headItem = index
    // The tags of html, head and body are optional: their items are open to the end, or to the end of the head.
    else if (tag.name !== 'html' && tag.name !== 'body') tag.whenEnded(() => this.#leave(index))
    return index
  }

  #leave(index: number): void {
    const at = this.#around.lastIndexOf(index)
    if (at >= 0) this.#around.splice(at, 1)
    if (index === this.#headItem) this.#headItem = -1
  }

  #property(tag: Tag, record: PropertyRecord, item: number): void {
    if (this.#records.length >= maxProperties) {
      this.#isCut = true
      return
    }
    this.#records.push(record)
    if (item >= 0) record.value = { item }
    else this.#evaluate(tag, record)
  }

  #evaluate(tag: Tag, record: PropertyRecord): void {
    const { attributes, name } = tag
    const address = addressOf[name]
    const written = address ? attributes.get(address) : null
    if (written !== null) record.value = { url: written }
    else if (attributes.has('content')) record.value = { text: attributes.get('content') ?? '' }
    else if (name === 'meta' || address !== undefined) record.value = { text: '' }
    else this.#evaluateText(tag, record)
  }

  #evaluateText(tag: Tag, record: PropertyRecord): void {
    const { attributes, name } = tag
    const machine = name === 'data' || name === 'meter' ? 'value' : name === 'time' ? 'datetime' : null
    if (machine !== null && (attributes.has(machine) || name !== 'time'))
      record.value = { text: attributes.get(machine) ?? '' }
    else
      tag.capture(maxTextChars, (text) => {
        record.value = { text: tidy(text) ?? '' }
      })
  }

  /** The properties of an item in tree order (5.2.5): those inside it, and those of the elements it refers to. */
  #withReferred(
    own: readonly PropertyRecord[],
    { refs }: OpenItem,
    dangling: string[],
  ): readonly PropertyRecord[] {
    if (refs.length === 0) return own
    const all = new Set(own)
    for (const id of refs) {
      const region = this.#regions.get(id)
      if (region === undefined) dangling.push(id)
      else for (const record of this.#recordsIn(region)) all.add(record)
    }
    return [...all].sort((one, other) => one.index - other.index)
  }

  *#recordsIn({ start, end, itemsBefore }: Region): Generator<PropertyRecord> {
    for (let at = start; at < Math.min(end, this.#records.length); at++) {
      if (++this.#referred > maxReferred) {
        this.#isCut = true
        return
      }
      const record = this.#records[at]
      if (record !== undefined && record.owner < itemsBefore) yield record
    }
  }
}
