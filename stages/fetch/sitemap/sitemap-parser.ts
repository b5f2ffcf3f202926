import type { SitemapScan } from '#shared/ports/lookups.ts'
import { type EntryConsumer, maxLocChars } from './sitemap-entries.ts'
import { SitemapFault, XmlSitemap } from './xml-sitemap.ts'

export type ParserFindings = Pick<SitemapScan, 'kind' | 'fault' | 'bytes' | 'isCut'>

/** Messages quote the names of tags, so they are cut. */
const MAX_MESSAGE_CHARS = 300

/**
 * Parses the bytes of one sitemap as they arrive: XML (a feed too), or text with one URL a line, in UTF-8
 * as the protocol demands.
 */
export class SitemapParser {
  readonly #entries: EntryConsumer
  readonly #decoder = new TextDecoder()
  #format: XmlSitemap | TextSitemap | null = null
  #fault: SitemapScan['fault'] = null
  #bytes = 0
  readonly #maxWorkMs: number
  #workMs = 0
  #isEnded = false

  readonly #url: string

  /**
   * `maxWorkMs`: milliseconds of CPU time for the file. The rest of the file is not read after that. `url`: of the file.
   */
  constructor(entries: EntryConsumer, maxWorkMs: number, url: string) {
    this.#entries = entries
    this.#url = url
    this.#maxWorkMs = maxWorkMs
  }

  /** Parses the next bytes. Returns false when no more are wanted. */
  write(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength
    const began = performance.now()
    this.#guarded(() => this.#read(this.#decoder.decode(chunk, { stream: true })))
    this.#workMs += performance.now() - began
    return this.#wantsMore
  }

  /** Finishes the file after its last byte. */
  end(): void {
    if (!this.#wantsMore) return
    this.#guarded(() => {
      this.#read(this.#decoder.decode())
      if (this.#format === null) throw new SitemapFault('it is empty', 1)
      this.#format.end()
    })
    this.#isEnded = this.#fault === null
  }

  /** The kind of the file and its faults, as far as it was read. */
  findings(): ParserFindings {
    return {
      kind: this.#format?.kind ?? 'other',
      fault: this.#fault,
      bytes: this.#bytes,
      isCut: !this.#isEnded || this.#entries.isOver,
    }
  }

  get #wantsMore(): boolean {
    return this.#fault === null && !this.#entries.isOver && this.#workMs < this.#maxWorkMs
  }

  #read(text: string): void {
    const first = this.#format === null ? text.trimStart()[0] : undefined
    if (first !== undefined)
      this.#format = first === '<' ? new XmlSitemap(this.#entries, this.#url) : new TextSitemap(this.#entries)
    this.#format?.write(text)
  }

  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof SitemapFault)) throw error
      this.#fault = { message: error.message.slice(0, MAX_MESSAGE_CHARS), line: error.line }
    }
  }
}

/** Characters of a line. A URL is shorter. */
const maxLineChars = 65_536

/** Parses a sitemap in text form, with one URL a line (sitemaps.org protocol, "Text file"). */
class TextSitemap {
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
