import type { SitemapMatch } from '#shared/ports/lookups.ts'
import { maxLocChars } from './sitemap-entries.ts'

export type Attributes = Readonly<Record<string, string>>

/** Reads one entry of a file in XML, from the elements right within it. */
export interface XmlEntry {
  /** Begins an element. `base`: the URL that relative ones in it refer to. */
  open(name: string, attributes: Attributes, base: string): void
  /** A part of its text. */
  text(text: string): void
  /** Ends the element. */
  close(): void
  /** Null for an entry without an address. */
  finish(): SitemapMatch | null
}

/** Characters of a date, and of the code of a language. */
export const maxDateChars = 64
const maxAlternates = 200

/** The name of an element without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** An entry of a sitemap, or of an index of sitemaps. Its own fields have one of the `prefixes`, such as `` or `s:`. */
export class UrlEntry implements XmlEntry {
  readonly #prefixes: ReadonlySet<string>
  readonly #texts = { loc: '', lastmod: '' }
  #field: 'loc' | 'lastmod' | null = null
  readonly #alternates: SitemapMatch['alternates'][number][] = []

  constructor(prefixes: ReadonlySet<string>) {
    this.#prefixes = prefixes
  }

  open(name: string, attributes: Attributes): void {
    const local = localName(name)
    const isOwn = this.#prefixes.has(name.slice(0, name.length - local.length))
    if (isOwn && (local === 'loc' || local === 'lastmod')) this.#field = local
    else if (local === 'link') this.#alternate(attributes)
  }

  text(text: string): void {
    if (this.#field !== null)
      this.#texts[this.#field] = (this.#texts[this.#field] + text).slice(0, maxLocChars)
  }

  close(): void {
    this.#field = null
  }

  finish(): SitemapMatch | null {
    const loc = this.#texts.loc.trim()
    const lastmod = this.#texts.lastmod.trim().slice(0, maxDateChars) || null
    return loc === '' ? null : { loc, lastmod, alternates: this.#alternates }
  }

  #alternate({ rel, hreflang, href }: Attributes): void {
    if (rel !== 'alternate' || hreflang === undefined || href === undefined) return
    const isKept = hreflang.length <= maxDateChars && href.length < maxLocChars
    if (isKept && this.#alternates.length < maxAlternates) this.#alternates.push({ hreflang, href })
  }
}
