import { isDataUrl, largestCandidate } from '#shared/page/srcset.ts'
import type { ImageFact } from '../facts/page-facts.ts'
import type { Attributes } from '../html/attributes.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

const maxImages = 2_000
const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy']
const lazySets = ['data-srcset', 'data-lazy-srcset']

function firstUrl(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const value = tidy(attributes.get(name))
    if (value && !isDataUrl(value) && !value.startsWith('{') && !value.startsWith('[')) return value
  }
  return null
}

function fromSets(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const found = largestCandidate(attributes.get(name) ?? '')
    if (found) return found
  }
  return null
}

/** The image that browsers show after scripts have run: the lazy URL goes before the placeholder in `src`. */
function sourceOf(attributes: Attributes): string | null {
  return (
    firstUrl(attributes, lazySources) ??
    firstUrl(attributes, ['src']) ??
    fromSets(attributes, lazySets) ??
    fromSets(attributes, ['srcset'])
  )
}

/** Pixels of a width or height attribute (HTML Standard, 2.3.4.4, dimension values); null for percentages. */
function pixels(value: string | null): number | null {
  const found = /^[\t\n\f\r ]*\+?(\d{1,6})(?:\.\d+)?(.?)/.exec(value ?? '')
  return found && found[2] !== '%' ? Number(found[1]) : null
}

/** Collects the images of the page. Copies and tracking pixels inside noscript are left out. */
export class ImageCollector implements Collector {
  readonly tags = ['img', 'source', 'amp-img'] as const
  readonly sees = { noscript: true } as const
  readonly images: ImageFact[] = []
  total = 0
  #pictureSource: string | null = null

  open(tag: Tag): void {
    if (tag.name === 'source') {
      if (tag.isIn('picture')) this.#pictureSource ??= fromSets(tag.attributes, [...lazySets, 'srcset'])
      return
    }
    const src = sourceOf(tag.attributes) ?? (tag.isIn('picture') ? this.#pictureSource : null)
    this.#pictureSource = null
    if (src !== null) this.#keep(tag, src)
  }

  #keep(tag: Tag, src: string): void {
    const width = pixels(tag.attributes.get('width'))
    const height = pixels(tag.attributes.get('height'))
    const isPixel = width !== null && width <= 1 && height !== null && height <= 1
    if (isPixel && tag.isIn('noscript')) return
    this.total++
    if (this.images.length < maxImages)
      this.images.push({ src, alt: tag.attributes.get('alt')?.trim() ?? null, width, height })
  }
}
