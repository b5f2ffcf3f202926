import type { HeadingFact } from '../facts/page-facts.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

const maxHeadings = 50

/** Counts headings by level, keeps the first ones, and counts articles. */
export class HeadingCollector implements Collector {
  readonly tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'article'] as const
  readonly counts: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]
  readonly headings: HeadingFact[] = []
  articles = 0
  readonly #maxChars: number

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  open(tag: Tag): void {
    if (tag.name === 'article') {
      this.articles++
      return
    }
    const level = Number(tag.name[1])
    this.counts[level - 1] = (this.counts[level - 1] ?? 0) + 1
    if (this.headings.length >= maxHeadings) return
    tag.capture(this.#maxChars, (written) => {
      const text = tidy(written)
      if (text) this.headings.push({ level, text })
    })
  }
}
