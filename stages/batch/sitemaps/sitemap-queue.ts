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
  readonly #known = new Set<string>()
  readonly #waiting: QueuedSitemap[] = []
  #read = 0

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
    if (this.#known.has(url.href)) return null
    if (this.#known.size >= MAX_SITEMAPS)
      return `comes after ${MAX_SITEMAPS} sitemaps, the most that are read`
    this.#known.add(url.href)
    this.#waiting.push({ url: url.href, depth })
    return null
  }

  next(): QueuedSitemap | null {
    const next = this.#waiting[this.#read] ?? null
    if (next !== null) this.#read += 1
    return next
  }
}
