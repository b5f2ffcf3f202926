import type { OpenGraphResult, TwitterResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'

/** The first value of several metas of one key. */
function first({ metas }: FactIndex, key: string): string | null {
  return metas(key)[0] ?? null
}

/** The first URL that can be fetched; `data:` URLs are skipped. */
function firstUrl(factIndex: FactIndex, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    for (const written of factIndex.metas(key)) {
      const url = factIndex.resolve(written)
      if (url !== null && /^https?:/.test(url)) return url
    }
  }
  return null
}

/** Open Graph properties of the page. Nothing is guessed; the first of several values counts (ogp.me). */
export function openGraphOf(factIndex: FactIndex): OpenGraphResult {
  return {
    title: first(factIndex, 'og:title'),
    description: first(factIndex, 'og:description'),
    image: firstUrl(factIndex, 'og:image', 'og:image:url', 'og:image:secure_url'),
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
    image: firstUrl(factIndex, 'twitter:image', 'twitter:image:src', 'twitter:image0'),
    site: first(factIndex, 'twitter:site'),
  }
}
