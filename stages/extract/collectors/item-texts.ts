import type { Collector, Tag } from '../html/collector.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

const wanted = new Set(['description', 'headline', 'publisher', 'abstract'])
const maxChars = 500

/** Collects the first text of each item property that describes the page. */
export class ItemTextCollector implements Collector {
  readonly attributes = ['itemprop'] as const
  readonly texts: Record<string, string> = {}

  open(tag: Tag): void {
    for (const prop of tokensOf(tag.attributes.get('itemprop'))) {
      if (wanted.has(prop) && !Object.hasOwn(this.texts, prop)) this.#take(tag, prop)
    }
  }

  #take(tag: Tag, prop: string): void {
    const keep = (written: string | null): void => {
      const text = tidy(written)
      if (text) this.texts[prop] ??= text
    }
    const content = tag.attributes.get('content')
    if (content !== null) keep(content)
    else tag.capture(maxChars, keep)
  }
}
