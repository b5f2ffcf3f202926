import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

const wanted = 3
const minChars = 80
const maxChars = 400
/** Number of paragraphs that are examined: the text of a page begins early. */
const maxTried = 200

/** Collects the first paragraphs that read like sentences, outside header, footer, nav and aside. */
export class ParagraphCollector implements Collector {
  readonly tags = ['p'] as const
  readonly paragraphs: string[] = []
  #tried = 0

  open(tag: Tag): void {
    if (this.paragraphs.length >= wanted || this.#tried >= maxTried) return
    if (tag.isIn('header') || tag.isIn('footer') || tag.isIn('nav') || tag.isIn('aside')) return
    this.#tried++
    tag.capture(maxChars, (written) => {
      const text = tidy(written)
      if (text && text.length >= minChars && this.paragraphs.length < wanted) this.paragraphs.push(text)
    })
  }
}
