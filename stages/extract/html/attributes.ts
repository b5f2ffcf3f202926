import { tidy } from '../text/tidy.ts'
import type { BigramFilter } from './bigram-filter.ts'
import { NameTable } from './name-table.ts'
import { decodedValue, type SourceText } from './source-text.ts'

const names = [
  'alt as charset class color content crossorigin data-lazy data-lazy-src data-lazy-srcset data-original data-src',
  'data-srcset datetime dir height href hreflang http-equiv id imagesrcset itemid itemprop itemref itemscope itemtype',
  'label lang loading media name property rel resource rev role sizes src srcset style title type typeof value about',
  'vocab prefix datatype inlist width xlink:href xml:lang aria-label aria-hidden hidden data-href ng-version',
  'data-cfsrc data-lazyload data-echo',
  'data-reactroot data-react-helmet data-n-head data-server-rendered data-v-app q:container data-astro-cid',
]
const words = names.join(' ').split(' ')
const table = new NameTable(words)
const known: ReadonlyMap<string, number> = new Map(words.map((name, index) => [name, index]))

/** Attributes of one tag, among those that collectors read. */
const maxAttributes = 64
const maxAttributeChars = 16_384
/** Values up to this length are scanned code unit by code unit; for longer ones `indexOf` is faster. */
const shortChars = 200
const NULL = 0x00
const SPACE = 0x20
const AMPERSAND = 0x26
const DELETE = 0x7f
const CARRIAGE_RETURN = 0x0d

/** A set of marked attributes, one bit for each. */
export type AttributeMask = number

/**
 * The attributes of the current tag: ranges of the source, cut out and decoded on demand. One object serves all
 * tags of a page, so its values are valid until the next tag.
 */
export class Attributes {
  /** The marked attributes that the tag has. */
  mask: AttributeMask = 0
  readonly #text: string
  readonly #codes: Uint16Array
  /** By attribute: the last tag that had it, and the range of its value. */
  readonly #tags = new Int32Array(known.size)
  readonly #starts = new Int32Array(known.size)
  readonly #ends = new Int32Array(known.size)
  readonly #bits = new Int32Array(known.size)
  #tag = 0
  #count = 0
  #current = -1

  /** `marked` are the names with a bit in `mask`, at most 31. */
  constructor({ text, codes }: SourceText, marked: readonly string[]) {
    this.#text = text
    this.#codes = codes
    for (const [bit, name] of [...new Set(marked)].entries()) this.#bits[known.get(name) ?? 0] = 1 << bit
  }

  maskOf(names: readonly string[]): AttributeMask {
    return names.reduce((marks, name) => marks | (this.#bits[known.get(name) ?? 0] ?? 0), 0)
  }

  /** Begins the next tag. */
  clear(): void {
    this.#tag++
    this.#count = 0
    this.#current = -1
    this.mask = 0
  }

  /**
   * Begins an attribute whose name is the given range of the source. The first of several attributes with the same
   * name counts (13.2.5.33).
   */
  begin(start: number, end: number): void {
    this.#current = -1
    if (this.#count >= maxAttributes) return
    const index = table.find(this.#codes, start, end)
    if (index < 0 || this.#tags[index] === this.#tag) return
    this.#current = index
    this.#count++
    this.#tags[index] = this.#tag
    this.#starts[index] = end
    this.#ends[index] = end
    this.mask |= this.#bits[index] ?? 0
  }

  /** Sets the range of the value. */
  value(start: number, end: number): void {
    if (this.#current < 0) return
    this.#starts[this.#current] = start
    this.#ends[this.#current] = end
  }

  /** The value, cut at `maxAttributeChars`; null when the tag does not have the attribute. */
  get(name: string): string | null {
    const index = known.get(name)
    if (index === undefined || this.#tags[index] !== this.#tag) return null
    const start = this.#starts[index] ?? 0
    const end = Math.min(this.#ends[index] ?? 0, start + maxAttributeChars)
    const written = this.#text.slice(start, end)
    return this.#isPlain(start, end) ? written : decodedValue(written)
  }

  /** The value as `tidy` makes it. Most values are tidy, and are only cut out. */
  tidied(name: string): string | null {
    const index = known.get(name)
    if (index === undefined || this.#tags[index] !== this.#tag) return null
    const start = this.#starts[index] ?? 0
    const end = this.#ends[index] ?? 0
    if (end === start) return null
    return this.#isTidy(start, end) ? this.#text.slice(start, end) : tidy(this.get(name))
  }

  /** Whether the value may contain one of the letter pairs. */
  mayHold(name: string, pairs: BigramFilter): boolean {
    const index = known.get(name)
    if (index === undefined || this.#tags[index] !== this.#tag) return false
    return pairs.mayBeIn(this.#codes, this.#starts[index] ?? 0, this.#ends[index] ?? 0)
  }

  has(name: string): boolean {
    const index = known.get(name)
    return index !== undefined && this.#tags[index] === this.#tag
  }

  /** Whether the range certainly has nothing to decode and nothing to tidy. */
  #isTidy(start: number, end: number): boolean {
    if (end - start > maxAttributeChars) return false
    let before = SPACE
    for (let at = start; at < end; at++) {
      const code = this.#codes[at] ?? 0
      if (code <= SPACE ? code < SPACE || before === SPACE : code === AMPERSAND || code >= DELETE)
        return false
      before = code
    }
    return before !== SPACE
  }

  /** Whether the range certainly has nothing to decode. */
  #isPlain(start: number, end: number): boolean {
    if (end - start > shortChars) return false
    for (let at = start; at < end; at++) {
      const code = this.#codes[at] ?? 0
      if (code === AMPERSAND || code === CARRIAGE_RETURN || code === NULL) return false
    }
    return true
  }
}
