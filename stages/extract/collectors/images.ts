import { isDataUrl, largestCandidate } from '#shared/page/srcset.ts'
import type { ImageFact } from '../facts/page-facts.ts'
import type { Attributes } from '../html/attributes.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { isBesideContent } from './place.ts'

const maxImages = 2_000
const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy']
/** Attributes of rarer scripts, which are read only where there is no other URL. */
const rareSources = ['data-cfsrc', 'data-lazyload', 'data-echo']
const lazySets = ['data-srcset', 'data-lazy-srcset']

/** Words that name a file shown until the image itself is there, and words that stand beside them. */
const placeholderWord =
  /^(?:blank|spacer|spaceball|placeholder|transparent|(?:clear|trans)?pixel|cleardot|1x1|1px|lazy|lazy-?load(?:ing|er)?|loading|loader|dummy)$/
const wordBeside = /^(?:image|img|ajax|data|default|\d+x\d+|[\da-f]{8,}|)$/
/** A part that each word above contains; most names of files contain none. */
const anyPlaceholder = /blank|space|placeholder|transparent|pixel|cleardot|1x1|1px|lazy|load|dummy/i
const maxFileChars = 100

/** The last segment of the path of a URL as written. */
function fileOf(written: string): string {
  const end = written.search(/[?#]/)
  const path = end < 0 ? written : written.slice(0, end)
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether a URL as written is that of a placeholder, by the name of its file. */
function isPlaceholder(written: string): boolean {
  const file = fileOf(written)
  if (file.length > maxFileChars || !anyPlaceholder.test(file)) return false
  const [, stem] = /^(.+)\.(?:gif|png|svg|jpe?g|webp)$/.exec(file.toLowerCase()) ?? []
  const words = stem?.split(/[-_.]/) ?? []
  return (
    words.some((word) => placeholderWord.test(word)) &&
    words.every((word) => placeholderWord.test(word) || wordBeside.test(word))
  )
}

function isUrl(value: string): boolean {
  return !isDataUrl(value) && !value.startsWith('{') && !value.startsWith('[')
}

function firstUrl(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.tidied(name)
    if (value && isUrl(value) && !isPlaceholder(value)) return value
  }
  return null
}

function fromSets(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const found = largestCandidate(attributes.get(name) ?? '')
    if (found && !isPlaceholder(found)) return found
  }
  return null
}

/** The image that browsers show after scripts have run; null where there is only a placeholder. */
function sourceOf(attributes: Attributes): string | null {
  return (
    firstUrl(attributes, lazySources) ??
    firstUrl(attributes, ['src']) ??
    fromSets(attributes, lazySets) ??
    fromSets(attributes, ['srcset']) ??
    firstUrl(attributes, rareSources)
  )
}

/** Pixels of a width or height attribute (HTML Standard, 2.3.4.4, dimension values); null for percentages. */
function pixels(value: string | null): number | null {
  if (value === null) return null
  const found = /^[\t\n\f\r ]*\+?(\d{1,6})(?:\.\d+)?(.?)/.exec(value)
  return found && found[2] !== '%' ? Number(found[1]) : null
}

/** Whether an image counts visitors: it is a pixel, or without scripts a program is asked for it and nothing is said. */
function isTracker(tag: Tag, { src, alt, width, height }: Omit<ImageFact, 'role'>): boolean {
  if (width !== null && width <= 1 && height !== null && height <= 1) return true
  return tag.isIn('noscript') && !alt && /\?./.test(src) && !/\.(?:jpe?g|png|gif|webp|avif|svg)\b/i.test(src)
}

/** Collects the images of the page with what they are there for. */
export class ImageCollector implements Collector {
  readonly tags = ['img', 'source', 'amp-img'] as const
  readonly sees = { noscript: true } as const
  readonly images: ImageFact[] = []
  total = 0
  #pictureSource: string | null = null

  open(tag: Tag): void {
    const { attributes } = tag
    if (tag.name === 'source') {
      if (tag.isIn('picture')) this.#pictureSource ??= fromSets(attributes, [...lazySets, 'srcset'])
      return
    }
    const src = sourceOf(attributes) ?? (tag.isIn('picture') ? this.#pictureSource : null)
    this.#pictureSource = null
    if (src !== null) this.#keep(tag, src, false)
    else this.#keepPlaceholder(tag)
  }

  #keepPlaceholder(tag: Tag): void {
    const src = tag.attributes.tidied('src')
    if (src && isUrl(src)) this.#keep(tag, src, true)
  }

  #keep(tag: Tag, src: string, isPlaceholder: boolean): void {
    this.total++
    if (this.images.length >= maxImages) return
    const { attributes } = tag
    const width = pixels(attributes.get('width'))
    const height = pixels(attributes.get('height'))
    const image = { src, alt: attributes.get('alt')?.trim() ?? null, width, height }
    const isFiller = isPlaceholder || isTracker(tag, image)
    this.images.push({ ...image, role: isFiller ? 'filler' : isBesideContent(tag) ? 'frame' : 'content' })
  }
}
