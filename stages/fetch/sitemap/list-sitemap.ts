import type { SitemapMatch } from '#shared/ports/lookups.ts'
import type { LookupHandlers, SitemapLocs } from '../lookups/handlers.ts'
import { type EntryTaker, maxEntries } from './entries.ts'
import { makeReadSitemap, type ReadOptions } from './read-sitemap.ts'

/** Addresses that are told at a time: with the longest there may be they fit into a message. */
const LOCS = 250

/** Reads a sitemap through and tells all addresses in it, some at a time. */
export function makeListSitemap(options: ReadOptions): LookupHandlers['listSitemap'] {
  const readSitemap = makeReadSitemap(options)
  return async (url, give, context) => {
    const listing = new Listing(give)
    const read = await readSitemap(url, () => listing, context)
    listing.flush()
    return { ...read, entries: listing.entries }
  }
}

class Listing implements EntryTaker {
  #count = 0
  #pages: string[] = []
  #sitemaps: string[] = []
  readonly #give: (locs: SitemapLocs) => void

  constructor(give: (locs: SitemapLocs) => void) {
    this.#give = give
  }

  get isOver(): boolean {
    return this.#count > maxEntries
  }

  /** Those that were told. */
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
    if (list.length === LOCS) this.flush()
  }
}
