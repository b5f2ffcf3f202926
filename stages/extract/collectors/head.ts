import { metaKeys } from '#shared/page/meta-keys.ts'
import type { LinkElementFact, MetaFact } from '../facts/page-facts.ts'
import { type Collector, maxTextChars, type Tag } from '../html/collector.ts'
import { tokensIn } from '../structured-data/facts.ts'
import { tidy, tokensOf } from '../text/tidy.ts'
import { ItemScope } from './item-scope.ts'

/**
 * Collects the language of the root, the first `base` with an href and the first title (HTML Standard, 4.2.2 to
 * 4.2.4).
 */
export class DocumentCollector implements Collector {
  readonly tags = ['html', 'base', 'title'] as const
  baseHref: string | null = null
  title: string | null = null
  #hasTitle = false
  #lang: string | null = null
  #xmlLang: string | null = null

  /** The `lang` of the root; null without one, or with an empty one. */
  get lang(): string | null {
    return tidy(this.#lang)
  }

  /** The `xml:lang` of the root, which has no meaning in HTML. */
  get xmlLang(): string | null {
    return tidy(this.#xmlLang)
  }

  open(tag: Tag): void {
    const { name, attributes } = tag
    if (name === 'html') this.#takeLanguage(tag)
    if (name === 'base') this.baseHref ??= attributes.get('href')
    if (name === 'title' && !this.#hasTitle) this.#takeTitle(tag)
  }

  /** Further html tags add the attributes that the root does not have (HTML Standard, 13.2.6.4.7). */
  #takeLanguage({ attributes }: Tag): void {
    this.#lang ??= attributes.get('lang')
    this.#xmlLang ??= attributes.get('xml:lang')
  }

  #takeTitle(tag: Tag): void {
    this.#hasTitle = true
    tag.capture(maxTextChars, (text) => {
      this.title = tidy(text)
    })
  }
}

const maxMetas = 1_000
const maxLinks = 1_000

/**
 * Collects the `meta` elements with content, in the head and in the body. Properties of items that do not describe the
 * page are no keys of theirs, nor is a property that an item before has.
 */
export class MetaCollector implements Collector {
  readonly tags = ['meta'] as const
  readonly metas: MetaFact[] = []
  readonly #items: ItemScope
  readonly #typed: ItemScope
  /** By item property: the number of the item that has it. */
  readonly #itemOf = new Map<string, number>()

  /** The items of the page, in microdata and in RDFa. Without them, all properties count. */
  constructor(items = new ItemScope('microdata'), typed = new ItemScope('rdfa')) {
    this.#items = items
    this.#typed = typed
  }

  open(tag: Tag): void {
    const { attributes, place } = tag
    if (this.metas.length >= maxMetas) return
    const content = attributes.get('content')
    if (content === null) return
    const keys = metaKeys({ name: attributes.get('name'), property: this.#property(tag) })
    for (const prop of this.#itemProps(tag)) keys.push(`itemprop:${prop}`)
    const httpEquiv = attributes.tidied('http-equiv')?.toLowerCase() ?? null
    if (keys.length > 0 || httpEquiv) this.metas.push({ keys, httpEquiv, content, place })
  }

  /** Terms of a vocabulary (`author`) belong to the item around them; names with a prefix (`og:title`) to the page. */
  #property(tag: Tag): string | null {
    const property = tag.attributes.get('property')
    if (property === null || !this.#typed.placeOf(tag).isBeside) return property
    return tokensIn(property)
      .filter((name) => name.includes(':'))
      .join(' ')
  }

  #itemProps(tag: Tag): string[] {
    const props = [...new Set(tokensOf(tag.attributes.get('itemprop')))]
    if (props.length === 0) return props
    const { item, isBeside } = this.#items.placeOf(tag)
    return isBeside ? [] : props.filter((prop) => this.#isFirst(prop, item))
  }

  #isFirst(prop: string, item: number): boolean {
    const first = this.#itemOf.get(prop) ?? item
    this.#itemOf.set(prop, first)
    return first === item
  }
}

/** Collects the `link` elements that have rel and href. */
export class LinkElementCollector implements Collector {
  readonly tags = ['link'] as const
  readonly links: LinkElementFact[] = []

  open({ attributes, place }: Tag): void {
    const rel = tokensOf(attributes.get('rel'))
    const href = attributes.get('href')
    if (href === null || rel.length === 0 || this.links.length >= maxLinks) return
    this.links.push({
      rel,
      href,
      type: attributes.tidied('type'),
      sizes: attributes.tidied('sizes'),
      hreflang: attributes.tidied('hreflang'),
      media: attributes.tidied('media'),
      place,
    })
  }
}
