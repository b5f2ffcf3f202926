import type { AnchorFact } from '../facts/page-facts.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

/** Collects the hyperlinks of the page in document order, repeated ones too. */
export class AnchorCollector implements Collector {
  readonly tags = ['a', 'area'] as const
  readonly sees = { foreign: true } as const
  readonly anchors: AnchorFact[] = []
  total = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  open(tag: Tag): void {
    const href = tag.attributes.get('href') ?? (tag.isForeign ? tag.attributes.get('xlink:href') : null)
    if (href === null) return
    this.total++
    if (this.anchors.length >= this.#max) return
    const rel = tidy(tag.attributes.get('rel'))?.toLowerCase() ?? null
    const isInFrame = tag.isIn('header') || tag.isIn('footer') || tag.isIn('nav')
    this.anchors.push({ href, rel, isInFrame })
  }
}
