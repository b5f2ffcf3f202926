import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { FeedEntry } from './feed-entry.ts'
import { type EntryConsumer, maxLocChars } from './sitemap-entries.ts'
import { type Attributes, localName, UrlEntry, type XmlEntry } from './xml-entry.ts'

/** Why a file is not a sitemap. `line` counts from 1. */
export class SitemapFault extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'SitemapFault'
    this.line = line
  }
}

/** What the root element of a file says of it. */
interface Format {
  readonly kind: 'urlset' | 'index'
  /** Name of its entries, without a prefix; null when all elements within the root are entries. */
  readonly entry: string | null
}

/** By the local name of the root element. */
const formats: Readonly<Record<string, Format>> = {
  urlset: { kind: 'urlset', entry: null },
  sitemapindex: { kind: 'index', entry: null },
  // RSS 0.9x and 2.0, RSS 1.0, Atom.
  rss: { kind: 'urlset', entry: 'item' },
  RDF: { kind: 'urlset', entry: 'item' },
  feed: { kind: 'urlset', entry: 'entry' },
}

const ROOT_DEPTH = 1
/** An item of RSS 2.0 is within a channel, all other entries within the root. */
const MAX_FEED_ENTRY_DEPTH = 3

/** Characters without a tag. The parser holds them in memory, and no honest file has more. */
const maxSilentChars = 1_048_576
/**
 * Nested elements. The parser holds each open one; honest files (with images, videos, news) nest fewer than
 * ten.
 */
const maxDepth = 100

/**
 * Parses a sitemap in XML as it arrives (sitemaps.org protocol): a urlset, an index, or a feed in RSS or Atom. Entities
 * that the file defines are not expanded: a reference to one is a fault, except in feeds, whose texts have those of HTML.
 */
export class XmlSitemap {
  kind: 'urlset' | 'index' | 'other' = 'other'
  readonly #parser = new SaxesParser()
  readonly #entries: EntryConsumer
  #format: Format | null = null
  /** Prefixes of the elements of a sitemap. */
  #prefixes: ReadonlySet<string> = new Set()
  #depth = 0
  #entry: XmlEntry | null = null
  #entryDepth = 0
  /** By depth: the URL that relative ones refer to (XML Base). */
  readonly #bases: string[]
  #silentSince = 0

  /** `url`: of the file. */
  constructor(entries: EntryConsumer, url: string) {
    this.#entries = entries
    this.#bases = [url]
    const parser = this.#parser
    parser.on('error', ({ message }) => this.#complain(message.replace(/^\d+:\d+: /, '')))
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', () => this.#close())
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
  }

  /** Throws SitemapFault. */
  write(text: string): void {
    this.#parser.write(text)
    if (this.#parser.position - this.#silentSince > maxSilentChars) this.#fail('it has too long a text')
  }

  /** Throws SitemapFault when the file is incomplete. */
  end(): void {
    this.#parser.close()
  }

  get #isFeed(): boolean {
    return this.#format !== null && this.#format.entry !== null
  }

  #complain(message: string): void {
    if (!(this.#isFeed && message === 'undefined entity.')) this.#fail(message)
  }

  #fail(message: string): never {
    throw new SitemapFault(message, this.#parser.line)
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#silentSince = this.#parser.position
    this.#depth += 1
    if (this.#depth > maxDepth) this.#fail('its elements are nested too deeply')
    if (this.#depth === ROOT_DEPTH) this.#begin(name, attributes)
    const base = this.#baseWithin(attributes['xml:base'])
    if (this.#entry === null) this.#beginEntry(name, base)
    else if (this.#depth === this.#entryDepth + 1) this.#entry.open(name, attributes, base)
  }

  #begin(name: string, attributes: Attributes): void {
    const local = localName(name)
    const format = Object.hasOwn(formats, local) ? formats[local] : undefined
    if (format === undefined)
      this.#fail(`the root element is ${name.slice(0, 100)}, not urlset, sitemapindex or that of a feed`)
    this.#format = format
    this.kind = format.kind
    this.#prefixes = new Set([name.slice(0, name.length - local.length), ...sitemapPrefixes(attributes)])
  }

  #baseWithin(written: string | undefined): string {
    const outer = this.#bases[this.#depth - 1] ?? ''
    const base =
      written === undefined ? outer : (URL.parse(written.slice(0, maxLocChars), outer)?.href ?? outer)
    this.#bases[this.#depth] = base
    return base
  }

  #beginEntry(name: string, base: string): void {
    if (this.#depth === ROOT_DEPTH) return
    if (!this.#isFeed) this.#entry = new UrlEntry(this.#prefixes)
    else if (this.#depth <= MAX_FEED_ENTRY_DEPTH && localName(name) === this.#format?.entry)
      this.#entry = new FeedEntry(name, base)
    this.#entryDepth = this.#depth
  }

  #text(text: string): void {
    if (this.#depth === this.#entryDepth + 1) this.#entry?.text(text)
  }

  #close(): void {
    this.#silentSince = this.#parser.position
    if (this.#depth === this.#entryDepth + 1) this.#entry?.close()
    if (this.#depth === this.#entryDepth) this.#finish()
    this.#depth -= 1
  }

  #finish(): void {
    const entry = this.#entry?.finish() ?? null
    this.#entry = null
    if (entry === null || this.#entries.isOver) return
    if (this.kind === 'index') this.#entries.addChild(entry)
    else this.#entries.addPage(entry)
  }
}

/** Versions of the protocol have one namespace each; extensions such as `schemas/sitemap-image/1.1` have others. */
const sitemapNamespace = /\/schemas\/sitemap\/[\d.]+$/

/** The prefixes that the root element gives to the namespace of sitemaps. */
function sitemapPrefixes(attributes: Attributes): string[] {
  const declared = Object.entries(attributes).filter(([, uri]) => sitemapNamespace.test(uri.trim()))
  return declared.flatMap(([name]) =>
    name.startsWith('xmlns:') ? [`${name.slice(6)}:`] : name === 'xmlns' ? [''] : [],
  )
}
