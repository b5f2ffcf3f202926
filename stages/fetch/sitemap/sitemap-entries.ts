import type { SitemapMatch, SitemapScan, Tally } from '#shared/ports/lookups.ts'
import { variantKey, withoutFragment } from './url-variant.ts'
import { earliestTime } from './w3c-date.ts'

/** sitemaps.org protocol: entries of one file. */
export const maxEntries = 50_000
/** sitemaps.org protocol, section 2: a loc has fewer characters than this. */
export const maxLocChars = 2048

/** Reported sitemaps of an index. */
const maxChildren = 100
/** Reported matches of each kind, and their characters together. */
const maxMatches = 10
const maxMatchChars = 500_000

/** Consumes the entries of a sitemap one by one. */
export interface EntryConsumer {
  /** More entries were added than a sitemap may have. */
  readonly isOver: boolean
  /** Adds a page of a sitemap. */
  addPage(entry: SitemapMatch): void
  /** Adds a sitemap of an index. */
  addChild(entry: SitemapMatch): void
}

export interface EntriesOptions {
  /** The URL of the sitemap itself. */
  readonly url: string
  readonly lookFor: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type EntryStatistics = Pick<
  SitemapScan,
  'entries' | 'foreign' | 'lastmodInvalid' | 'lastmodFuture' | 'children' | 'matches'
>

class ExampleCount implements Tally {
  count = 0
  first: string | null = null

  add(value: string): void {
    this.count += 1
    this.first ??= value
  }
}

/** Inspects the entries of one sitemap one by one, and collects statistics and matches. */
export class SitemapEntries implements EntryConsumer {
  #count = 0
  readonly #host: string
  readonly #now: number
  readonly #addresses: ReadonlySet<string | null>
  readonly #variants: ReadonlySet<string | null>
  readonly #foreign = new ExampleCount()
  readonly #lastmodInvalid = new ExampleCount()
  readonly #lastmodFuture = new ExampleCount()
  readonly #children: string[] = []
  readonly #exact: SitemapMatch[] = []
  readonly #similar: SitemapMatch[] = []
  #room = maxMatchChars

  constructor({ url, lookFor, now }: EntriesOptions) {
    this.#host = URL.parse(url)?.host ?? ''
    this.#now = now
    this.#addresses = new Set(lookFor.map(withoutFragment))
    this.#variants = new Set(lookFor.map(variantKey))
  }

  get isOver(): boolean {
    return this.#count > maxEntries
  }

  addPage(entry: SitemapMatch): void {
    this.#look(entry)
    const key = variantKey(entry.loc)
    if (key === null || !this.#variants.has(key)) return
    const list = this.#addresses.has(withoutFragment(entry.loc)) ? this.#exact : this.#similar
    if (list.length < maxMatches && this.#hasRoom(entry)) list.push(entry)
  }

  addChild(entry: SitemapMatch): void {
    this.#look(entry)
    const address = variantKey(entry.loc) === null ? null : withoutFragment(entry.loc)
    if (address !== null && this.#children.length < maxChildren) this.#children.push(address)
  }

  findings(): EntryStatistics {
    return {
      entries: this.#count,
      foreign: { ...this.#foreign },
      lastmodInvalid: { ...this.#lastmodInvalid },
      lastmodFuture: { ...this.#lastmodFuture },
      children: this.#children,
      matches: [...this.#exact, ...this.#similar],
    }
  }

  #look({ loc, lastmod }: SitemapMatch): void {
    this.#count += 1
    const host = URL.parse(loc)?.host ?? null
    if (host !== null && host !== this.#host) this.#foreign.add(loc)
    if (lastmod === null) return
    const earliest = earliestTime(lastmod)
    if (earliest === null) this.#lastmodInvalid.add(lastmod)
    else if (earliest > this.#now) this.#lastmodFuture.add(lastmod)
  }

  #hasRoom({ loc, alternates }: SitemapMatch): boolean {
    const chars = alternates.reduce((sum, { href }) => sum + href.length, loc.length)
    if (chars > this.#room) return false
    this.#room -= chars
    return true
  }
}
