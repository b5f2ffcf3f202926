import { decodeHTMLStrict } from 'entities'
import type { SitemapMatch } from '#shared/ports/lookups.ts'
import { maxLocChars } from './sitemap-entries.ts'
import { type Attributes, localName, maxDateChars, type XmlEntry } from './xml-entry.ts'

/** Elements of an entry whose text counts, by local name: RSS 2.0 and 1.0, Dublin Core, Atom 1.0 and 0.3. */
const fields = ['link', 'guid', 'updated', 'modified', 'date', 'pubDate', 'published', 'issued'] as const
type Field = (typeof fields)[number]

/** Those that tell when the page last changed, the best first. */
const dates: readonly Field[] = ['updated', 'modified', 'date', 'pubDate', 'published', 'issued']

/** Values of `rel` of a link to the page itself (RFC 4287, section 4.2.7.2). */
const alternate = /^(?:https?:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i

/**
 * An item of RSS, or an entry of Atom, as an entry of a sitemap (sitemaps.org protocol, "Other Sitemap formats"): its
 * link, or the permalink that its guid is, and when it last changed.
 */
export class FeedEntry implements XmlEntry {
  readonly #name: string
  readonly #texts = new Map<Field, string>()
  #field: Field | null = null
  #base: string
  /** Addresses of Atom links to the page: to one in HTML, and to any other. */
  #page: string | null = null
  #other: string | null = null
  #isPermalink = false

  /** `name`: of the element of the entry. */
  constructor(name: string, base: string) {
    this.#name = name
    this.#base = base
  }

  open(name: string, attributes: Attributes, base: string): void {
    const local = localName(name)
    if (local === 'link' && attributes.href !== undefined) this.#takeLink(attributes, base)
    else if (fields.includes(local as Field) && this.#mayHave(name, local)) this.#begin(local as Field, base)
    if (local === 'guid') this.#isPermalink = attributes.isPermaLink?.toLowerCase() !== 'false'
  }

  text(text: string): void {
    if (this.#field === null) return
    const before = this.#texts.get(this.#field) ?? ''
    this.#texts.set(this.#field, (before + text).slice(0, maxLocChars))
  }

  close(): void {
    this.#field = null
  }

  finish(): SitemapMatch | null {
    const guid = this.#isPermalink && /^https?:\/\//i.test(this.#textOf('guid')) ? this.#textOf('guid') : ''
    const found = this.#textOf('link') || this.#page || this.#other || guid
    const loc = URL.canParse(found) ? found : (URL.parse(found, this.#base)?.href ?? found)
    return found === '' ? null : { loc, lastmod: this.#lastmod(), alternates: [] }
  }

  /** Dates of other vocabularies count; a link and a guid are those of the vocabulary of the entry. */
  #mayHave(name: string, local: string): boolean {
    if (local !== 'link' && local !== 'guid') return true
    return name === this.#name.replace(/[^:]*$/, local)
  }

  #begin(field: Field, base: string): void {
    if (this.#texts.has(field)) return
    this.#field = field
    if (field === 'link') this.#base = base
  }

  #takeLink({ rel = 'alternate', href = '', type = 'text/html' }: Attributes, base: string): void {
    const written = decodeHTMLStrict(href.trim())
    if (written === '' || written.length >= maxLocChars || !alternate.test(rel.trim())) return
    const address = URL.canParse(written) ? written : (URL.parse(written, base)?.href ?? written)
    if (/html/i.test(type)) this.#page ??= address
    else this.#other ??= address
  }

  /** Entities that only HTML defines, such as &eacute;, arrive as they are written. */
  #textOf(field: Field): string {
    return decodeHTMLStrict((this.#texts.get(field) ?? '').trim())
  }

  #lastmod(): string | null {
    const written = dates.map((field) => this.#textOf(field)).find((text) => text !== '') ?? ''
    return w3cDate(written.slice(0, maxDateChars))
  }
}

/** A date of RSS (RFC 822), such as `Mon, 5 Jan 2026 10:00:00 GMT`. */
const rfc822 = /^(?:[a-z]{3,9}, *)?\d{1,2} +[a-z]{3,9} +\d{2,4} +\d{1,2}:\d\d/i

/** The date in the form that sitemaps have. Null for a date of RSS that cannot be read; other texts stay as they are. */
function w3cDate(text: string): string | null {
  if (!/^[a-z]|^\d{1,2} /i.test(text)) return text || null
  const time = rfc822.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
