import { type EntryConsumer, maxLocChars } from './sitemap-entries.ts'
import { SitemapFault } from './xml-sitemap.ts'

/** Characters of a line. A URL is shorter. */
const maxLineChars = 65_536

/** Parses a sitemap in text form, with one URL a line (sitemaps.org protocol, "Text file"). */
export class TextSitemap {
  kind: 'text' | 'other' = 'other'
  readonly #entries: EntryConsumer
  #rest = ''
  #line = 0

  constructor(entries: EntryConsumer) {
    this.#entries = entries
  }

  /** Throws SitemapFault when the text is not a list of URLs. */
  write(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/)
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > maxLineChars) throw new SitemapFault('a line is too long', this.#line + 1)
    for (const line of lines) this.#take(line)
  }

  end(): void {
    this.#take(this.#rest)
  }

  #take(written: string): void {
    this.#line += 1
    const line = written.trim()
    if (line === '' || this.#entries.isOver) return
    const isUrl = /^https?:\/\//i.test(line) && URL.canParse(line)
    if (this.kind === 'other' && !isUrl)
      throw new SitemapFault('it is neither XML nor a list of URLs', this.#line)
    this.kind = 'text'
    this.#entries.addPage({ loc: line.slice(0, maxLocChars), lastmod: null, alternates: [] })
  }
}
