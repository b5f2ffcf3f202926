/** A reproducible source of numbers (mulberry32): a failing case can be run again by its seed. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  pick<T>(items: readonly T[]): T
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
