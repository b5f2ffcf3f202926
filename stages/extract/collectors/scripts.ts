import { isDataUrl } from '#shared/page/srcset.ts'
import type { ScriptFact } from '../facts/page-facts.ts'
import type { Collector, Tag } from '../html/collector.ts'

const maxScripts = 500
const maxJsonLdBlocks = 64
/** Characters that are read of one JSON-LD block. */
export const maxJsonLdChars = 1_048_576
const maxSrcChars = 2_048
const startChars = 1_024

/** Collects the URLs of scripts, the beginnings of inline scripts, and the text of JSON-LD blocks. */
export class ScriptCollector implements Collector {
  readonly tags = ['script'] as const
  readonly scripts: ScriptFact[] = []
  readonly jsonLd: string[] = []

  open(tag: Tag): void {
    const type = tag.attributes.tidied('type')?.toLowerCase() ?? null
    if (type?.split(';', 1)[0]?.trim() === 'application/ld+json') this.#takeJsonLd(tag)
    else if (this.scripts.length < maxScripts) this.#take(tag, type)
  }

  #takeJsonLd(tag: Tag): void {
    if (this.jsonLd.length >= maxJsonLdBlocks) return
    const index = this.jsonLd.push('') - 1
    tag.capture(maxJsonLdChars, (text) => {
      this.jsonLd[index] = text
    })
  }

  #take(tag: Tag, type: string | null): void {
    const id = tag.attributes.tidied('id')
    const src = tag.attributes.tidied('src')?.slice(0, maxSrcChars) ?? null
    if (src !== null) {
      if (!isDataUrl(src)) this.scripts.push({ src, id, type, start: '' })
      return
    }
    tag.capture(startChars, (start) => this.scripts.push({ src: null, id, type, start }))
  }
}
