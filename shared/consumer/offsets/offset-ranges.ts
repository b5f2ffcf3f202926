import type { OffsetRange } from '#shared/consumer/offsets/offset-metadata.ts'

/** A set of offsets, stored as ascending ranges that do not touch: any number of successive offsets takes one range. */
export class OffsetRanges {
  readonly #ranges: OffsetRange[] = []

  get all(): readonly OffsetRange[] {
    return this.#ranges
  }

  get first(): OffsetRange | undefined {
    return this.#ranges[0]
  }

  has(offset: number): boolean {
    const range = this.#ranges[this.#indexOf(offset)]
    return range !== undefined && range.start <= offset
  }

  /** Adds a range, which may overlap ranges of the set. */
  add(start: number, end: number): void {
    if (end <= start) return
    let from = this.#indexOf(start)
    if (this.#ranges[from - 1]?.end === start) from -= 1
    let to = from
    let merged = { start, end }
    for (
      let range = this.#ranges[to];
      range !== undefined && range.start <= merged.end;
      range = this.#ranges[++to]
    )
      merged = { start: Math.min(merged.start, range.start), end: Math.max(merged.end, range.end) }
    this.#ranges.splice(from, to - from, merged)
  }

  /** Number of offsets of the set with `from` ≤ offset < `to`. */
  count(from: number, to: number): number {
    return this.#ranges.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
      0,
    )
  }

  /** Removes the first range. */
  shift(): void {
    this.#ranges.shift()
  }

  /** Removes all offsets below `base`. */
  cut(base: number): void {
    const from = this.#indexOf(base)
    const first = this.#ranges[from]
    if (first !== undefined && first.start < base) this.#ranges[from] = { start: base, end: first.end }
    this.#ranges.splice(0, from)
  }

  /** Index of the first range that ends beyond the offset. */
  #indexOf(offset: number): number {
    return firstIndex(this.#ranges.length, (index) => (this.#ranges[index] as OffsetRange).end > offset)
  }
}

/** A sorted set of single offsets. */
export class OffsetSet {
  #offsets: number[] = []

  get size(): number {
    return this.#offsets.length
  }

  /** The lowest offset; Infinity in an empty set. */
  get first(): number {
    return this.#offsets[0] ?? Number.POSITIVE_INFINITY
  }

  reset(offsets: readonly number[]): void {
    this.#offsets = offsets.toSorted((a, b) => a - b)
  }

  add(offset: number): void {
    const at = this.#indexOf(offset)
    if (this.#offsets[at] !== offset) this.#offsets.splice(at, 0, offset)
  }

  delete(offset: number): void {
    const at = this.#indexOf(offset)
    if (this.#offsets[at] === offset) this.#offsets.splice(at, 1)
  }

  #indexOf(offset: number): number {
    return firstIndex(this.#offsets.length, (index) => (this.#offsets[index] as number) >= offset)
  }
}

/** Binary search: the first index below `length` for which `holds` (true for all later ones); `length` when there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
