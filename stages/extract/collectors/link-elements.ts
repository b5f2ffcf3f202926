import type { LinkElementFact } from '../facts/page-facts.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

/** Collects the `link` elements that have rel and href. */
export class LinkElementCollector implements Collector {
  readonly tags = ['link'] as const
  readonly links: LinkElementFact[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  open({ attributes, place }: Tag): void {
    const rel = tokensOf(attributes.get('rel'))
    const href = attributes.get('href')
    if (href === null || rel.length === 0 || this.links.length >= this.#max) return
    this.links.push({
      rel,
      href,
      type: tidy(attributes.get('type')),
      sizes: tidy(attributes.get('sizes')),
      hreflang: tidy(attributes.get('hreflang')),
      media: tidy(attributes.get('media')),
      place,
    })
  }
}
