import { release, sourceText } from '../html/source-text.ts'

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

/** Letters, digits, hyphen and underscore; ASCII, as in patterns. */
function isWordChar(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x2d || code === 0x5f
}

/**
 * Whether the range from `start` to `end` cuts no word. A pattern that ends in `-` or `_` may be followed by a
 * word.
 */
function isWhole(text: string, start: number, end: number): boolean {
  const cutsBegin = isLetterOrDigit(text.charCodeAt(start)) && isWordChar(text.charCodeAt(start - 1))
  const cutsEnd = isLetterOrDigit(text.charCodeAt(end - 1)) && isWordChar(text.charCodeAt(end))
  return !cutsBegin && !cutsEnd
}

/** Whether a text begins with the words. */
export function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && isWhole(text, 0, words.length)
}

/** Whether a text contains the words. */
export function contains(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (isWhole(text, at, at + words.length)) return true
  return false
}

interface Pattern<Value> {
  readonly text: string
  readonly value: Value
  /** Where its anchor ends in the text. */
  readonly anchorEnd: number
}

type Entry<Value> = readonly [text: string, value: Value]

/** Number of characters of an anchor; a pattern is found by its anchor. */
const ANCHOR = 4
const SHIFT = 4
const MASK = (1 << (ANCHOR * SHIFT)) - 1

/** Rolling hash of the last `ANCHOR` characters; earlier ones are shifted out. */
function rolled(hash: number, code: number): number {
  return ((hash << SHIFT) ^ code) & MASK
}

function hashOf(anchor: string): number {
  let hash = 0
  for (let at = 0; at < anchor.length; at++) hash = rolled(hash, anchor.charCodeAt(at))
  return hash
}

function anchorsOf(text: string): string[] {
  return Array.from({ length: text.length - ANCHOR + 1 }, (_, at) => text.slice(at, at + ANCHOR))
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const anchor of texts.flatMap(anchorsOf)) counts.set(anchor, (counts.get(anchor) ?? 0) + 1)
  return counts
}

/** End of the anchor that the fewest other patterns share. */
function bestAnchorEnd(text: string, counts: ReadonlyMap<string, number>): number {
  const shares = anchorsOf(text).map((anchor) => counts.get(anchor) ?? 0)
  const fewest = shares.reduce((least, share) => Math.min(least, share), Number.POSITIVE_INFINITY)
  return shares.indexOf(fewest) + ANCHOR
}

/**
 * Finds which of many patterns occur in a text, as whole words, in one pass whose time hardly depends on their
 * number. At each position it looks up the last four characters and compares only the patterns with that anchor.
 */
export class MultiPatternMatcher<Value> {
  /** One bit for each hash of an anchor: small enough to stay in the CPU cache. */
  readonly #bits = new Uint8Array((MASK + 1) >> 3)
  readonly #byHash = new Map<number, Pattern<Value>[]>()
  /** Patterns that are too short for an anchor. */
  readonly #short: readonly Entry<Value>[]

  constructor(entries: readonly Entry<Value>[]) {
    this.#short = entries.filter(([text]) => text.length < ANCHOR)
    const long = entries.filter(([text]) => text.length >= ANCHOR)
    const counts = countsOf(long.map(([text]) => text))
    for (const [text, value] of long) this.#add({ text, value, anchorEnd: bestAnchorEnd(text, counts) })
  }

  /** Adds the values of all patterns that occur in the text. */
  find(text: string, into: Set<Value>): void {
    if (text === '') return
    const bits = this.#bits
    const source = sourceText(text)
    const { codes, length } = source
    let hash = 0
    for (let at = 0; at < length; at++) {
      hash = rolled(hash, codes[at] ?? 0)
      if (((bits[hash >> 3] ?? 0) & (1 << (hash & 7))) !== 0)
        this.#compare(text, at + 1, this.#byHash.get(hash) ?? [], into)
    }
    release(source)
    for (const [short, value] of this.#short) if (contains(text, short)) into.add(value)
  }

  #compare(text: string, anchorEnd: number, patterns: readonly Pattern<Value>[], into: Set<Value>): void {
    for (const pattern of patterns) {
      const start = anchorEnd - pattern.anchorEnd
      if (start < 0 || !text.startsWith(pattern.text, start)) continue
      if (isWhole(text, start, start + pattern.text.length)) into.add(pattern.value)
    }
  }

  #add(pattern: Pattern<Value>): void {
    const hash = hashOf(pattern.text.slice(pattern.anchorEnd - ANCHOR, pattern.anchorEnd))
    this.#bits[hash >> 3] = (this.#bits[hash >> 3] ?? 0) | (1 << (hash & 7))
    const others = this.#byHash.get(hash)
    if (others) others.push(pattern)
    else this.#byHash.set(hash, [pattern])
  }
}
