import { isDataUrl } from '#shared/page/srcset.ts'
import type { ScriptFact } from '../facts/page-facts.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

const maxSrcChars = 2_048
const startChars = 1_024

/** Collects the URLs of scripts, the beginnings of inline scripts, and the text of JSON-LD blocks. */
export class ScriptCollector implements Collector {
  readonly tags = ['script'] as const
  readonly scripts: ScriptFact[] = []
  readonly jsonLd: string[] = []
  readonly #limits: {
    readonly maxScripts: number
    readonly maxJsonLdBlocks: number
    readonly maxJsonLdChars: number
  }

  constructor(limits: { maxScripts: number; maxJsonLdBlocks: number; maxJsonLdChars: number }) {
    this.#limits = limits
  }

  open(tag: Tag): void {
    const type = tidy(tag.attributes.get('type'))?.toLowerCase() ?? null
    if (type?.split(';', 1)[0]?.trim() === 'application/ld+json') this.#takeJsonLd(tag)
    else if (this.scripts.length < this.#limits.maxScripts) this.#take(tag, type)
  }

  #takeJsonLd(tag: Tag): void {
    if (this.jsonLd.length >= this.#limits.maxJsonLdBlocks) return
    const index = this.jsonLd.push('') - 1
    tag.capture(this.#limits.maxJsonLdChars, (text) => {
      this.jsonLd[index] = text
    })
  }

  #take(tag: Tag, type: string | null): void {
    const id = tidy(tag.attributes.get('id'))
    const src = tidy(tag.attributes.get('src'))?.slice(0, maxSrcChars) ?? null
    if (src !== null) {
      if (!isDataUrl(src)) this.scripts.push({ src, id, type, start: '' })
      return
    }
    tag.capture(startChars, (start) => this.scripts.push({ src: null, id, type, start }))
  }
}
