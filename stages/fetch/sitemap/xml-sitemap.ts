import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { SitemapMatch } from '#shared/ports/lookups.ts'
import { type EntryConsumer, maxLocChars } from './sitemap-entries.ts'

/** Why a file is not a sitemap. `line` counts from 1. */
export class SitemapFault extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'SitemapFault'
    this.line = line
  }
}

const kinds: Readonly<Record<string, 'urlset' | 'index'>> = { urlset: 'urlset', sitemapindex: 'index' }

/** Depth of the root element, of an entry and of a field of an entry. */
const depths = { root: 1, entry: 2, field: 3 }

/** Characters without a tag. The parser holds them in memory, and no honest file has more. */
const maxSilentChars = 1_048_576
/**
 * Nested elements. The parser holds each open one; honest files (with images, videos, news) nest fewer than
 * ten.
 */
const maxDepth = 100
const maxAlternates = 200
const maxDateChars = 64

type Field = 'loc' | 'lastmod'

interface OpenEntry {
  readonly texts: Record<Field, string>
  readonly alternates: SitemapMatch['alternates'][number][]
}

/**
 * Parses a sitemap in XML as it arrives (sitemaps.org protocol). Entities that the file defines are not
 * expanded: a reference to one is a fault.
 */
export class XmlSitemap {
  kind: 'urlset' | 'index' | 'other' = 'other'
  readonly #parser = new SaxesParser()
  readonly #entries: EntryConsumer
  #depth = 0
  /** The prefix of the root element. Its fields have the same prefix. */
  #prefix = ''
  #entry: OpenEntry | null = null
  #field: Field | null = null
  #silentSince = 0

  constructor(entries: EntryConsumer) {
    this.#entries = entries
    const parser = this.#parser
    parser.on('error', ({ message }) => this.#fail(message.replace(/^\d+:\d+: /, '')))
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

  #fail(message: string): never {
    throw new SitemapFault(message, this.#parser.line)
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#silentSince = this.#parser.position
    this.#depth += 1
    if (this.#depth > maxDepth) this.#fail('its elements are nested too deeply')
    if (this.#depth === depths.root) this.#begin(name)
    if (this.#depth === depths.entry) this.#entry = { texts: { loc: '', lastmod: '' }, alternates: [] }
    if (this.#depth !== depths.field) return
    if (name === `${this.#prefix}loc`) this.#field = 'loc'
    else if (name === `${this.#prefix}lastmod`) this.#field = 'lastmod'
    else if (/(?:^|:)link$/.test(name)) this.#alternate(attributes)
  }

  #begin(name: string): void {
    const [prefix, local] = /^(.*:)?(.*)$/s.exec(name)?.slice(1) ?? []
    const kind = Object.hasOwn(kinds, local ?? '') ? kinds[local ?? ''] : undefined
    if (kind === undefined)
      this.#fail(`the root element is ${name.slice(0, 100)}, not urlset or sitemapindex`)
    this.kind = kind
    this.#prefix = prefix ?? ''
  }

  #alternate({ rel, hreflang, href }: Readonly<Record<string, string>>): void {
    const alternates = this.#entry?.alternates
    if (rel !== 'alternate' || hreflang === undefined || href === undefined || alternates === undefined)
      return
    const isKept = hreflang.length <= maxDateChars && href.length < maxLocChars
    if (isKept && alternates.length < maxAlternates) alternates.push({ hreflang, href })
  }

  #text(text: string): void {
    const texts = this.#entry?.texts
    if (this.#field === null || texts === undefined || this.#depth !== depths.field) return
    texts[this.#field] = (texts[this.#field] + text).slice(0, maxLocChars)
  }

  #close(): void {
    this.#silentSince = this.#parser.position
    if (this.#depth === depths.field) this.#field = null
    if (this.#depth === depths.entry) this.#finish()
    this.#depth -= 1
  }

  #finish(): void {
    const { texts, alternates } = this.#entry ?? { texts: { loc: '', lastmod: '' }, alternates: [] }
    this.#entry = null
    const loc = texts.loc.trim()
    const lastmod = texts.lastmod.trim().slice(0, maxDateChars) || null
    if (loc === '' || this.#entries.isOver) return
    if (this.kind === 'index') this.#entries.addChild({ loc, lastmod, alternates })
    else this.#entries.addPage({ loc, lastmod, alternates })
  }
}
