import { metaKeys } from '#shared/page/meta-keys.ts'
import type { LinkElementFact, MetaFact } from '../facts/page-facts.ts'
import { type Collector, maxTextChars, type Tag } from '../html/collector.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

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

/** Collects the `meta` elements with content, in the head and in the body. */
export class MetaCollector implements Collector {
  readonly tags = ['meta'] as const
  readonly metas: MetaFact[] = []

  open({ attributes, place }: Tag): void {
    if (this.metas.length >= maxMetas) return
    const content = attributes.get('content')
    if (content === null) return
    const keys = metaKeys({ name: attributes.get('name'), property: attributes.get('property') })
    for (const prop of new Set(tokensOf(attributes.get('itemprop')))) keys.push(`itemprop:${prop}`)
    const httpEquiv = attributes.tidied('http-equiv')?.toLowerCase() ?? null
    if (keys.length > 0 || httpEquiv) this.metas.push({ keys, httpEquiv, content, place })
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
