import type { SitemapMatch } from '#shared/ports/lookups.ts'
import type { LookupHandlers, SitemapLocs } from '../lookups/lookup-handlers.ts'
import { makeSitemapFetcher, type SitemapFetchOptions } from './fetch-sitemap.ts'
import { type EntryConsumer, maxEntries } from './sitemap-entries.ts'

/** Addresses of one message. Even with the longest addresses they fit. */
const LOCS_PER_MESSAGE = 250

/** Makes the look-up that reads a sitemap and emits all its addresses in batches. */
export function makeListSitemap(options: SitemapFetchOptions): LookupHandlers['listSitemap'] {
  const fetchSitemap = makeSitemapFetcher(options)
  return async (url, emit, context) => {
    const batches = new LocBatches(emit)
    const result = await fetchSitemap(url, () => batches, context)
    batches.flush()
    return { ...result, entries: batches.entries }
  }
}

class LocBatches implements EntryConsumer {
  #count = 0
  #pages: string[] = []
  #sitemaps: string[] = []
  readonly #give: (locs: SitemapLocs) => void

  constructor(emit: (locs: SitemapLocs) => void) {
    this.#give = emit
  }

  get isOver(): boolean {
    return this.#count > maxEntries
  }

  /** The number of emitted addresses. */
  get entries(): number {
    return Math.min(this.#count, maxEntries)
  }

  addPage({ loc }: SitemapMatch): void {
    this.#add(this.#pages, loc)
  }

  addChild({ loc }: SitemapMatch): void {
    this.#add(this.#sitemaps, loc)
  }

  flush(): void {
    if (this.#pages.length + this.#sitemaps.length === 0) return
    this.#give({ pages: this.#pages, sitemaps: this.#sitemaps })
    this.#pages = []
    this.#sitemaps = []
  }

  #add(list: string[], loc: string): void {
    this.#count += 1
    if (this.isOver) return
    list.push(loc)
    if (list.length === LOCS_PER_MESSAGE) this.flush()
  }
}
