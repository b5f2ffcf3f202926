import type { OpenGraphResult, TwitterResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import { plainText } from '../fields/plain-text.ts'

/** The first value of several metas of one key. */
function first({ metas }: FactIndex, key: string): string | null {
  return metas(key)[0] ?? null
}

/** The URLs that can be fetched among what metas of these keys name; `data:` URLs are skipped. */
function* urlsOf(factIndex: FactIndex, keys: readonly string[]): Generator<string> {
  for (const key of keys) {
    for (const written of factIndex.metas(key).flatMap(urlsIn)) {
      const url = factIndex.resolve(written)
      if (url !== null && /^https?:/.test(url)) yield url
    }
  }
}

/**
 * Between the URLs of one value: templates join those of several images by a space or a comma, or by nothing behind a
 * file.
 */
const betweenUrls =
  /[\s,]+(?=https?:\/\/)|(?<=\.(?:jpe?g|png|gif|webp|avif)(?:\?[^?/\s]{0,200}[^?/=\s])?)(?=https?:\/\/)/i

/** The URLs in one value, as meant: escaped once, and nothing that a template left unfilled. */
function urlsIn(written: string): string[] {
  const text = plainText(written)
  if (text === null) return []
  return text.lastIndexOf('http') > 0 ? text.split(betweenUrls) : [text]
}

/** The URL of the property; null where none can be fetched. */
function firstUrl(factIndex: FactIndex, key: string): string | null {
  return urlsOf(factIndex, [key]).next().value ?? null
}

/** The first URL of an image. That of the home page is what templates make of an image that is not there. */
function firstImage(factIndex: FactIndex, ...keys: readonly string[]): string | null {
  return urlsOf(factIndex, keys).find((url) => !/^https?:\/\/[^/]+\/?$/.test(url)) ?? null
}

/** Open Graph properties of the page. Nothing is guessed; the first of several values counts (ogp.me). */
export function openGraphOf(factIndex: FactIndex): OpenGraphResult {
  return {
    title: first(factIndex, 'og:title'),
    description: first(factIndex, 'og:description'),
    image: firstImage(factIndex, 'og:image', 'og:image:url', 'og:image:secure_url'),
    url: firstUrl(factIndex, 'og:url'),
    type: first(factIndex, 'og:type'),
    site_name: first(factIndex, 'og:site_name'),
  }
}

/** Twitter card properties of the page; Open Graph is no fallback. */
export function twitterOf(factIndex: FactIndex): TwitterResult {
  return {
    card: first(factIndex, 'twitter:card'),
    title: first(factIndex, 'twitter:title'),
    description: first(factIndex, 'twitter:description'),
    image: firstImage(factIndex, 'twitter:image', 'twitter:image:src', 'twitter:image0'),
    site: first(factIndex, 'twitter:site'),
  }
}
