import type { MetaFact } from '../facts/page-facts.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy, tokensOf } from '../text/tidy.ts'

/** Collects the `meta` elements with content, in the head and in the body. */
export class MetaCollector implements Collector {
  readonly tags = ['meta'] as const
  readonly metas: MetaFact[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  open({ attributes, place }: Tag): void {
    if (this.metas.length >= this.#max) return
    const content = attributes.get('content') ?? attributes.get('value')
    if (content === null) return
    const name = tidy(attributes.get('name'))?.toLowerCase()
    const keys = tokensOf(attributes.get('property'))
    if (name && !keys.includes(name)) keys.push(name)
    for (const prop of tokensOf(attributes.get('itemprop'))) keys.push(`itemprop:${prop}`)
    const httpEquiv = tidy(attributes.get('http-equiv'))?.toLowerCase() ?? null
    if (keys.length > 0 || httpEquiv) this.metas.push({ keys, httpEquiv, content, place })
  }
}
