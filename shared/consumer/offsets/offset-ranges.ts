import type { OffsetRange } from '#shared/consumer/offsets/offset-metadata.ts'

/** A set of offsets, kept as ascending runs that do not touch: however many follow each other, they cost one. */
export class OffsetRanges {
  readonly #runs: OffsetRange[] = []

  get all(): readonly OffsetRange[] {
    return this.#runs
  }

  get first(): OffsetRange | undefined {
    return this.#runs[0]
  }

  has(offset: number): boolean {
    const range = this.#runs[this.#indexOf(offset)]
    return range !== undefined && range.start <= offset
  }

  /** Adds a run, whatever of it is there already. */
  add(start: number, end: number): void {
    if (end <= start) return
    let from = this.#indexOf(start)
    if (this.#runs[from - 1]?.end === start) from -= 1
    let to = from
    let merged = { start, end }
    for (
      let range = this.#runs[to];
      range !== undefined && range.start <= merged.end;
      range = this.#runs[++to]
    )
      merged = { start: Math.min(merged.start, range.start), end: Math.max(merged.end, range.end) }
    this.#runs.splice(from, to - from, merged)
  }

  /** How many offsets of it are in `from` ≤ offset < `to`. */
  count(from: number, to: number): number {
    return this.#runs.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
      0,
    )
  }

  /** Takes out the first run. */
  shift(): void {
    this.#runs.shift()
  }

  /** Forgets all below `base`. */
  cut(base: number): void {
    const from = this.#indexOf(base)
    const first = this.#runs[from]
    if (first !== undefined && first.start < base) this.#runs[from] = { start: base, end: first.end }
    this.#runs.splice(0, from)
  }

  /** Index of the first run that ends beyond the offset. */
  #indexOf(offset: number): number {
    return firstIndex(this.#runs.length, (index) => (this.#runs[index] as OffsetRange).end > offset)
  }
}

/** Single offsets, ascending. */
export class OffsetSet {
  #offsets: number[] = []

  get size(): number {
    return this.#offsets.length
  }

  /** Infinity when there is none. */
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

/** The first index below `length` for which `holds`, which holds for all after it; `length` when there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
