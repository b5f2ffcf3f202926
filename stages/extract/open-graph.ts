import type { PageFacts } from './facts.ts'
import type { Reading } from './reading.ts'
import type { OpenGraphResult, TwitterResult } from './result.ts'
import { tidy } from './text.ts'

/** One image, video or audio with the properties that follow it (ogp.me, structured properties and arrays). */
export interface OpenGraphMedia {
  readonly url: string
  readonly properties: Readonly<Record<string, string>>
}

/** All media of one kind, e.g. `og:image`; `og:image:url` is the same as `og:image`, once for each. */
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

function first(reading: Reading, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const [value] = reading.metas(key)
    if (value !== undefined) return value
  }
  return null
}

/** The first address that can be fetched; `data:` images are no addresses. */
function firstUrl(reading: Reading, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    for (const written of reading.metas(key)) {
      const url = reading.resolve(written)
      if (url !== null && /^https?:/.test(url)) return url
    }
  }
  return null
}

/** What the page says in Open Graph terms, nothing guessed; the first of several values counts (ogp.me). */
export function openGraphOf(reading: Reading): OpenGraphResult {
  return {
    title: first(reading, 'og:title'),
    description: first(reading, 'og:description'),
    image: firstUrl(reading, 'og:image', 'og:image:url', 'og:image:secure_url'),
    url: firstUrl(reading, 'og:url'),
    type: first(reading, 'og:type'),
    site_name: first(reading, 'og:site_name'),
  }
}

export function twitterOf(reading: Reading): TwitterResult {
  return {
    card: first(reading, 'twitter:card'),
    title: first(reading, 'twitter:title'),
    description: first(reading, 'twitter:description'),
    image: firstUrl(reading, 'twitter:image', 'twitter:image:src', 'twitter:image0'),
    site: first(reading, 'twitter:site'),
  }
}
