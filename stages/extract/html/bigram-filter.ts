/** `&` may begin a character reference, which may stand for any letter. */
const AMPERSAND = 0x26
const BITS = 6

/** Five low bits of a character, the same for both cases, and the one that tells ASCII letters from signs and digits. */
function bitsOf(code: number): number {
  return (code & 0x1f) | ((code & 0x40) >> 1)
}

/**
 * A filter by letter pairs, each text that is searched for containing at least one. It rejects most texts without
 * a closer look. Only some bits of characters are compared: false positives are possible, false negatives are
 * not.
 */
export class BigramFilter {
  readonly #pairs = new Uint8Array(1 << (2 * BITS))

  /** Pairs of ASCII letters, case-insensitive. */
  constructor(pairs: readonly string[]) {
    for (const pair of pairs)
      this.#pairs[(bitsOf(pair.charCodeAt(0)) << BITS) | bitsOf(pair.charCodeAt(1))] = 1
  }

  /** Whether the range, as written, may contain a pair. */
  mayBeIn(codes: Uint16Array, start: number, end: number): boolean {
    let before = 0
    for (let at = start; at < end; at++) {
      const code = codes[at] ?? 0
      before = ((before << BITS) | bitsOf(code)) & (this.#pairs.length - 1)
      if (this.#pairs[before] === 1 || code === AMPERSAND) return true
    }
    return false
  }
}
