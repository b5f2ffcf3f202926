/** Sitemaps of one batch, indexes included: as many as the protocol allows one index to name. */
const MAX_SITEMAPS = 50_000
/** Nested indexes below a submitted one. The protocol allows none, sites have them. */
const MAX_DEPTH = 2

/** A sitemap to read. `depth`: indexes above it. */
export interface QueuedSitemap {
  readonly url: string
  readonly depth: number
}

/** The sitemaps of a batch in the order they were named, each once. */
export class SitemapQueue {
  readonly #depths = new Map<string, number>()

  constructor(urls: readonly string[]) {
    for (const url of urls) this.add(url, 0)
  }

  /** Adds a sitemap. Returns the reason why it will not be read; null when it will, or is known. */
  add(written: string, depth: number): string | null {
    const url = URL.parse(written)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return 'is no http or https URL'
    if (depth > MAX_DEPTH) return `has more than ${MAX_DEPTH} indexes above it`
    url.hash = ''
    if (this.#depths.has(url.href)) return null
    if (this.#depths.size >= MAX_SITEMAPS)
      return `comes after ${MAX_SITEMAPS} sitemaps, the most that are read`
    this.#depths.set(url.href, depth)
    return null
  }

  /** All sitemaps, also those that are added meanwhile. */
  *[Symbol.iterator](): Generator<QueuedSitemap> {
    for (const [url, depth] of this.#depths) yield { url, depth }
  }
}
