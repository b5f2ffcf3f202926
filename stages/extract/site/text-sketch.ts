import type { TextFingerprint } from '#shared/messages/payloads/site-facts.ts'
import type { SourceText } from '../html/source-text.ts'

/** Words of a sequence (shingle) that is compared as one. */
const SHINGLE_WORDS = 3
/** Texts with fewer words are not compared: menus and notices would make them alike. */
const MIN_WORDS = 25
/** Further words of a page are left out of the signature, but not of the digest. */
const MAX_WORDS = 20_000
/** Parts of the signature, one byte each: the standard error of a similarity of 0.9 is 0.027. */
const PARTS = 128
/** The first bits of a hash name its part; the rest is its value. */
const VALUE_BITS = 25
const VALUE_MASK = 2 ** VALUE_BITS - 1
const EMPTY = 0xffffffff

/** Odd factors and summands, from a fixed sequence (xorshift32): each pair puts the parts in another order. */
const factors = new Int32Array(PARTS)
const summands = new Int32Array(PARTS)
let state = 0x2545f491
for (let at = 0; at < PARTS; at++) {
  factors[at] = nextRandom() | 1
  summands[at] = nextRandom()
}

function nextRandom(): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return state
}

/** Spreads the bits of a hash (the last step of MurmurHash3). */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return second ^ (second >>> 16)
}

const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

const SEPARATOR = 0
const LETTER = 1
/** Scripts without spaces between words: each character is a word. */
const IDEOGRAPH = 2

/** Classes of characters. What is no letter, digit or mark separates words. */
const classes = new Uint8Array(0x10000)
classes.fill(LETTER, 0x30, 0x3a).fill(LETTER, 0x41, 0x5b).fill(LETTER, 0x61, 0x7b)
classes.fill(LETTER, 0xc0, 0x2000).fill(LETTER, 0x2c00, 0x2e00)
classes.fill(IDEOGRAPH, 0x3040, 0xa000).fill(LETTER, 0xa000, 0xac00).fill(LETTER, 0xac00, 0xd7b0)
classes.fill(IDEOGRAPH, 0xf900, 0xfb00).fill(LETTER, 0xfb50, 0xfe00).fill(LETTER, 0xfe70, 0xff00)

/**
 * Makes the fingerprint of a text that arrives in pieces. The case of ASCII letters, punctuation and white space do not count. The signature
 * is a MinHash over the sequences of three words (Broder, "On the resemblance and containment of documents", 1997) with one
 * hash for each sequence: the lowest value of each part; an empty part has that of another one (Shrivastava, "Optimal
 * Densification for Fast and Accurate Minwise Hashing", 2017).
 */
export class TextSketch {
  readonly #codes: Uint16Array
  readonly #minima = new Uint32Array(PARTS).fill(EMPTY)
  #word = FNV_OFFSET
  #isInWord = false
  #words = 0
  #before = 0
  #beforeThat = 0
  #digestLow = FNV_OFFSET
  #digestHigh = FNV_PRIME

  constructor({ codes }: SourceText) {
    this.#codes = codes
  }

  /** Adds a range of the source. A word may go on in the next one. */
  add(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const code = this.#codes[at] ?? 0
      const kind = classes[code] ?? SEPARATOR
      if (kind === LETTER) this.#addLetter(code)
      else {
        this.separate()
        if (kind === IDEOGRAPH) {
          this.#addLetter(code)
          this.separate()
        }
      }
    }
  }

  /** Ends the current word. */
  separate(): void {
    if (!this.#isInWord) return
    this.#isInWord = false
    this.#endWord(spread(this.#word))
    this.#word = FNV_OFFSET
  }

  /** Null for a text that is too short to compare. */
  fingerprint(): TextFingerprint | null {
    this.separate()
    if (this.#words < MIN_WORDS) return null
    const signature = Buffer.alloc(PARTS)
    // The lowest values are small numbers: their bits are spread before one byte is kept.
    for (let at = 0; at < PARTS; at++) signature[at] = spread(this.#valueOf(at)) >>> 24
    const digest = hexOf(this.#digestHigh) + hexOf(this.#digestLow)
    return { digest, signature: signature.toString('base64') }
  }

  #addLetter(code: number): void {
    const isCapital = code >= 0x41 && code <= 0x5a
    this.#word = Math.imul(this.#word ^ (isCapital ? code + 0x20 : code), FNV_PRIME)
    this.#isInWord = true
  }

  #endWord(word: number): void {
    this.#words++
    this.#digestLow = Math.imul(this.#digestLow ^ word, FNV_PRIME)
    this.#digestHigh = spread(this.#digestHigh + this.#digestLow)
    if (this.#words >= SHINGLE_WORDS && this.#words <= MAX_WORDS)
      this.#addShingle(spread(Math.imul(this.#beforeThat, 31) ^ Math.imul(this.#before, 17) ^ word))
    this.#beforeThat = this.#before
    this.#before = word
  }

  #addShingle(shingle: number): void {
    const part = shingle >>> VALUE_BITS
    const value = shingle & VALUE_MASK
    if (value < (this.#minima[part] as number)) this.#minima[part] = value
  }

  /** The lowest value of a part; of an empty one, that of the first other one in an order of its own. */
  #valueOf(part: number): number {
    let value = this.#minima[part] as number
    for (let at = 0; value === EMPTY && at < PARTS; at++) {
      const other = (Math.imul(at, factors[part] as number) + (summands[part] as number)) & (PARTS - 1)
      value = this.#minima[other] as number
    }
    return value
  }
}

function hexOf(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
