import { sitemapLimits } from './sitemap-limits.ts'

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
    if (depth > sitemapLimits.depth) return `has more than ${sitemapLimits.depth} indexes above it`
    url.hash = ''
    if (this.#known.has(url.href)) return null
    if (this.#known.size >= sitemapLimits.files)
      return `comes after ${sitemapLimits.files} sitemaps, the most that are read`
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
