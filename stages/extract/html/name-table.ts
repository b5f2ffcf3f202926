const SLOTS = 4_096
const CAPITALS = 26
const FIRST_CAPITAL = 0x41
const CASE_BIT = 0x20

/** The first slot to look up for a name; the same for upper and lower case. */
function slotOf(codes: Uint16Array, start: number, end: number): number {
  const first = (codes[start] ?? 0) | CASE_BIT
  const middle = (codes[start + ((end - start) >> 1)] ?? 0) | CASE_BIT
  const last = (codes[end - 1] ?? 0) | CASE_BIT
  return (first + middle * 31 + last * 61 + (end - start) * 509) % SLOTS
}

/**
 * A hash table of known tag or attribute names. It looks names up by the code units of the page, without creating
 * strings.
 */
export class NameTable {
  /** The names, concatenated. */
  readonly #codes: Uint16Array
  /** By number: where the name begins in `#codes`; one more entry for the end of the last. */
  readonly #starts: Uint32Array
  /** Number plus one; 0 = empty. Collisions use the next slot. */
  readonly #slots = new Uint16Array(SLOTS)

  /** Names in lower case, each once. The number of a name is its index here. */
  constructor(names: readonly string[]) {
    this.#codes = Uint16Array.from(names.join(''), (char) => char.charCodeAt(0))
    this.#starts = new Uint32Array(names.length + 1)
    let start = 0
    for (const [number, { length }] of names.entries()) {
      this.#starts[number + 1] = start + length
      this.#keep(number, slotOf(this.#codes, start, start + length))
      start += length
    }
  }

  /**
   * The number of the name in the range, ASCII case ignored (HTML Standard, 13.2.5.8 and 13.2.5.33); -1 for an
   * unknown name.
   */
  find(codes: Uint16Array, start: number, end: number): number {
    for (let slot = slotOf(codes, start, end); ; slot = (slot + 1) % SLOTS) {
      const number = (this.#slots[slot] ?? 0) - 1
      if (number < 0 || this.#is(number, codes, start, end)) return number
    }
  }

  #keep(number: number, first: number): void {
    let slot = first
    while (this.#slots[slot] !== 0) slot = (slot + 1) % SLOTS
    this.#slots[slot] = number + 1
  }

  #is(number: number, codes: Uint16Array, start: number, end: number): boolean {
    const own = this.#starts[number] ?? 0
    if ((this.#starts[number + 1] ?? 0) - own !== end - start) return false
    for (let offset = end - start - 1; offset >= 0; offset--) {
      const code = codes[start + offset] ?? 0
      const isCapital = code - FIRST_CAPITAL >= 0 && code - FIRST_CAPITAL < CAPITALS
      if ((isCapital ? code | CASE_BIT : code) !== this.#codes[own + offset]) return false
    }
    return true
  }
}
