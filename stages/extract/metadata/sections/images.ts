import type { ImageResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { ImageFact } from '../../facts/page-facts.ts'

function toResult(url: string, { alt, width, height }: ImageFact): ImageResult {
  return { url, alt, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) }
}

/** The images of the page with a URL that can be fetched, each once, in document order. */
function* fetchable(factIndex: FactIndex): Generator<ImageResult> {
  const seen = new Set<string>()
  for (const image of factIndex.facts.images.items) {
    const url = factIndex.resolve(image.src)
    if (url === null || !/^https?:/.test(url) || seen.has(url)) continue
    seen.add(url)
    yield toResult(url, image)
  }
}

/** The first `max` images of the page. */
export function imagesOf(factIndex: FactIndex, max: number): { items: ImageResult[]; isTruncated: boolean } {
  const items: ImageResult[] = []
  for (const image of fetchable(factIndex)) {
    if (items.length === max) return { items, isTruncated: true }
    items.push(image)
  }
  const { images } = factIndex.facts
  return { items, isTruncated: images.total > images.items.length }
}

/** The image with the largest area by its attributes; the first image where none has both sizes. */
export function largestImage(factIndex: FactIndex): string | null {
  let best: { url: string; area: number } | null = null
  for (const { url, width = 0, height = 0 } of fetchable(factIndex)) {
    if (best === null || width * height > best.area) best = { url, area: width * height }
  }
  return best?.url ?? null
}
