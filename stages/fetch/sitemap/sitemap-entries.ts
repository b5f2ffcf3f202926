import type { SitemapMatch, SitemapScan, Tally } from '#shared/ports/lookups.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { withoutTrailingSlashes } from '#shared/web/without-trailing-slashes.ts'

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
    this.#addresses = new Set(lookFor.map(serialized))
    this.#variants = new Set(lookFor.map(variantKey))
  }

  get isOver(): boolean {
    return this.#count > maxEntries
  }

  addPage(entry: SitemapMatch): void {
    this.#look(entry)
    const key = variantKey(entry.loc)
    if (key === null || !this.#variants.has(key)) return
    const list = this.#addresses.has(serialized(entry.loc)) ? this.#exact : this.#similar
    if (list.length < maxMatches && this.#hasRoom(entry)) list.push(entry)
  }

  addChild(entry: SitemapMatch): void {
    this.#look(entry)
    const address = variantKey(entry.loc) === null ? null : serialized(entry.loc)
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

/**
 * Returns the part of a URL that its variants share: without scheme, `www.`, case, trailing slashes, query
 * and fragment. Null when the text is not an http(s) URL.
 */
export function variantKey(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const path = withoutTrailingSlashes(url.pathname.toLowerCase())
  return `${url.host.replace(/^www\./, '')}${path}`
}

/** The URL as the URL Standard serialises it, without the fragment. Null when the text is not a URL. */
function serialized(address: string): string | null {
  const url = URL.parse(address)
  return url === null ? null : withoutFragment(url.href)
}

/** A form of the W3C note "Date and Time Formats": a year, a month, a day, or a time with its zone. */
const form =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)))?)?)?$/

const HOUR_MS = 3_600_000

/** In the easternmost time zone a day starts so long before it starts in UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS

/**
 * Returns the earliest time that the date can mean, in milliseconds since the epoch. Null when the text is
 * not a date.
 */
export function earliestTime(text: string): number | null {
  const [, year, month = '01', day = '01', time] = form.exec(text) ?? []
  const midnight = year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  if (midnight === null || !isDay(midnight, Number(day))) return null
  return time === undefined ? midnight - EARLIEST_ZONE_MS : Date.parse(text)
}

/** `Date.parse` reads the 30th of February as the first of March. */
function isDay(midnight: number, day: number): boolean {
  return new Date(midnight).getUTCDate() === day
}
