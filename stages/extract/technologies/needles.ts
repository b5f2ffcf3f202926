import { isWhole } from './whole-words.ts'

interface Needle<Value> {
  readonly length: number
  readonly value: Value
}

/** The characters that needles have, each with its column of the table; all others share column 0. */
function columnsOf(texts: readonly string[]): Uint8Array {
  const columns = new Uint8Array(128)
  let count = 0
  for (const char of new Set(texts.join(''))) columns[char.charCodeAt(0)] = ++count
  return columns
}

/**
 * Finds which of many texts occur in another, whole words only, in one pass whose time does not depend on how many
 * there are (Aho and Corasick, Efficient string matching, 1975). Needles are ASCII.
 */
export class Needles<Value> {
  readonly #columns: Uint8Array
  readonly #width: number
  readonly #next: Uint16Array
  readonly #ends: (readonly Needle<Value>[] | null)[] = [null]

  constructor(entries: readonly (readonly [text: string, value: Value])[]) {
    const texts = entries.map(([text]) => text)
    this.#columns = columnsOf(texts)
    this.#width = Math.max(...this.#columns) + 1
    this.#next = new Uint16Array((texts.join('').length + 1) * this.#width)
    for (const [text, value] of entries) this.#add(text, value)
    this.#linkFailures()
  }

  /** Adds the values of all needles that are in the text. */
  find(text: string, into: Set<Value>): void {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      state = this.#step(state, text.charCodeAt(at))
      const ends = this.#ends[state]
      if (ends)
        for (const { length, value } of ends) if (isWhole(text, at + 1 - length, at + 1)) into.add(value)
    }
  }

  #step(state: number, code: number): number {
    return this.#next[state * this.#width + (this.#columns[code] ?? 0)] ?? 0
  }

  #add(text: string, value: Value): void {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const next = this.#step(state, text.charCodeAt(at))
      state = next === 0 ? this.#grow(state, text.charCodeAt(at)) : next
    }
    this.#ends[state] = [...(this.#ends[state] ?? []), { length: text.length, value }]
  }

  #grow(state: number, code: number): number {
    const grown = this.#ends.push(null) - 1
    this.#next[state * this.#width + (this.#columns[code] ?? 0)] = grown
    return grown
  }

  /** Breadth first: where a state has no next one, it goes on as its longest proper suffix does. */
  #linkFailures(): void {
    const suffixes = new Uint16Array(this.#ends.length)
    const queue = [0]
    for (const state of queue) {
      for (let column = 1; column < this.#width; column++) {
        const grown = this.#linkStep(state, column, suffixes)
        if (grown !== 0) queue.push(grown)
      }
    }
  }

  /** One entry of the table; returns the state that it leads to if that is a longer piece of a needle, else 0. */
  #linkStep(state: number, column: number, suffixes: Uint16Array): number {
    const at = state * this.#width + column
    const next = this.#next[at] ?? 0
    const onward = state === 0 ? 0 : (this.#next[(suffixes[state] ?? 0) * this.#width + column] ?? 0)
    if (next === 0) this.#next[at] = onward
    else this.#inherit(next, onward, suffixes)
    return next
  }

  #inherit(state: number, suffix: number, suffixes: Uint16Array): void {
    suffixes[state] = suffix
    const inherited = this.#ends[suffix]
    if (inherited) this.#ends[state] = [...(this.#ends[state] ?? []), ...inherited]
  }
}
