import type { OpenGraphResult, TwitterResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { PageFacts } from '../../facts/page-facts.ts'
import { tidy } from '../../text/tidy.ts'

/** One image, video or audio with its structured properties (ogp.me, "Structured Properties" and "Arrays"). */
export interface OpenGraphMedia {
  readonly url: string
  readonly properties: Readonly<Record<string, string>>
}

/** All media of one kind, e.g. `og:image`. `og:image:url` means the same as `og:image`. */
export function openGraphMedia(facts: Pick<PageFacts, 'metas'>, root: string): OpenGraphMedia[] {
  const media: { url: string; properties: Record<string, string> }[] = []
  for (const { keys, content } of facts.metas) {
    const key = keys.find((name) => name === root || name.startsWith(`${root}:`))
    const value = tidy(content)
    if (key === undefined || value === null) continue
    const property = key.slice(root.length + 1)
    const last = media.at(-1)
    if (property === '' || (property === 'url' && !last)) media.push({ url: value, properties: {} })
    else if (last) last.properties[property] ??= value
  }
  return media
}

function first(factIndex: FactIndex, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const [value] = factIndex.metas(key)
    if (value !== undefined) return value
  }
  return null
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
