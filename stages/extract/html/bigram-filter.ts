/** `&` may begin a character reference, which may stand for any letter. */
const AMPERSAND = 0x26
const BITS = 5
const MASK = (1 << BITS) - 1

/**
 * Pairs of letters of which a text that is looked for has at least one: most texts have none and need no closer look.
 * Only the last bits of characters are compared, so it says too often that a pair is there, but never that it is not.
 */
export class BigramFilter {
  readonly #pairs = new Uint8Array(1 << (2 * BITS))

  /** ASCII letters; case means nothing. */
  constructor(pairs: readonly string[]) {
    for (const pair of pairs)
      this.#pairs[((pair.charCodeAt(0) & MASK) << BITS) | (pair.charCodeAt(1) & MASK)] = 1
  }

  /** Whether the range, as written, may have a pair. */
  mayBeIn(codes: Uint16Array, start: number, end: number): boolean {
    let before = 0
    for (let at = start; at < end; at++) {
      const code = codes[at] ?? 0
      before = ((before << BITS) | (code & MASK)) & (this.#pairs.length - 1)
      if (this.#pairs[before] === 1 || code === AMPERSAND) return true
    }
    return false
  }
}
