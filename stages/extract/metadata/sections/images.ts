import type { ImageResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { ImageFact } from '../../facts/page-facts.ts'

function toResult(url: string, { alt, width, height }: ImageFact): ImageResult {
  return { url, alt, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) }
}

/** The images that show something, with a URL that can be fetched, each once, in document order. */
function* fetchable(factIndex: FactIndex): Generator<[url: string, image: ImageFact]> {
  const seen = new Set<string>()
  for (const image of factIndex.facts.images.items) {
    const url = image.role === 'filler' ? null : factIndex.resolve(image.src)
    if (url === null || !/^https?:/.test(url) || seen.has(url)) continue
    seen.add(url)
    yield [url, image]
  }
}

/** The first `max` images of the page. */
export function imagesOf(factIndex: FactIndex, max: number): { items: ImageResult[]; isTruncated: boolean } {
  const items: ImageResult[] = []
  for (const [url, image] of fetchable(factIndex)) {
    if (items.length === max) return { items, isTruncated: true }
    items.push(toResult(url, image))
  }
  const { images } = factIndex.facts
  return { items, isTruncated: images.total > images.items.length }
}

/** Pixels on a side that an image is taken to have where its attributes do not say. */
const assumedEdge = 70
/** The same for formats of drawings, which are mostly icons where they have no size. */
const assumedDrawingEdge = 32
/** By how much less an image counts that is no content. */
const discount = 100

const drawing = /\.(?:gif|svg)(?:[?#]|$)/i
/** Names of files, and alternative texts, of images that stand for the site or for a function of the page. */
const emblem =
  /(?:^|[^a-z])(?:logo|icons?|favicon|avatar|gravatar|sprite|badge|button|banner|captcha|arrow|flags?)(?![a-z])/i

/** Pixels of an image that is content, fewer for one that is not. */
function contentArea({ src, alt, width, height, role }: ImageFact): number {
  const edge = drawing.test(src) ? assumedDrawingEdge : assumedEdge
  const area = (width ?? height ?? edge) * (height ?? width ?? edge)
  return role === 'frame' || emblem.test(src) || emblem.test(alt ?? '') ? area / discount : area
}

/** The largest image of the content by its attributes, the first of several; else the largest of the page. */
export function largestImage(factIndex: FactIndex): string | null {
  let best: { url: string; area: number } | null = null
  for (const [url, image] of fetchable(factIndex)) {
    const area = contentArea(image)
    if (best === null || area > best.area) best = { url, area }
  }
  return best?.url ?? null
}
