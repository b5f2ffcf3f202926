import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

/**
 * Collects the language of the root, the first `base` with an href and the first title (HTML Standard, 4.2.2 to
 * 4.2.4).
 */
export class DocumentCollector implements Collector {
  readonly tags = ['html', 'base', 'title'] as const
  lang: string | null = null
  baseHref: string | null = null
  title: string | null = null
  #hasTitle = false
  readonly #maxTitleChars: number

  constructor(maxTitleChars: number) {
    this.#maxTitleChars = maxTitleChars
  }

  open(tag: Tag): void {
    const { name, attributes } = tag
    if (name === 'html') this.lang ??= tidy(attributes.get('lang')) ?? tidy(attributes.get('xml:lang'))
    if (name === 'base') this.baseHref ??= attributes.get('href')
    if (name === 'title' && !this.#hasTitle) this.#takeTitle(tag)
  }

  #takeTitle(tag: Tag): void {
    this.#hasTitle = true
    tag.capture(this.#maxTitleChars, (text) => {
      this.title = tidy(text)
    })
  }
}
