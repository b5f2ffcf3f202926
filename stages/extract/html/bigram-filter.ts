/** `&` may begin a character reference, which may stand for any letter. */
const AMPERSAND = 0x26
const BITS = 5
const MASK = (1 << BITS) - 1

/**
 * A filter by letter pairs, each text that is searched for containing at least one. It rejects most texts without
 * a closer look. Only the low bits of characters are compared: false positives are possible, false negatives are
 * not.
 */
export class BigramFilter {
  readonly #pairs = new Uint8Array(1 << (2 * BITS))

  /** Pairs of ASCII letters, case-insensitive. */
  constructor(pairs: readonly string[]) {
    for (const pair of pairs)
      this.#pairs[((pair.charCodeAt(0) & MASK) << BITS) | (pair.charCodeAt(1) & MASK)] = 1
  }

  /** Whether the range, as written, may contain a pair. */
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
