import { MOST_EXAMPLES } from '#shared/ports/batches.ts'

/** Places of results in the order of their addresses, which is that of their URLs: the first ones, however many are added. */
export class FirstPlaces {
  readonly #addresses: number[] = []
  readonly #places: number[] = []

  /** Adds the result at a place. Of several with one address the one that was added first comes first. */
  add(place: number, address: number): void {
    const { length } = this.#places
    if (length === MOST_EXAMPLES && address >= (this.#addresses.at(-1) as number)) return
    let [from, to] = [0, length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#addresses[middle] as number) > address) to = middle
      else from = middle + 1
    }
    this.#addresses.splice(from, 0, address)
    this.#places.splice(from, 0, place)
    if (length < MOST_EXAMPLES) return
    this.#addresses.pop()
    this.#places.pop()
  }

  /** The first `most` of them. */
  first(most: number): readonly number[] {
    return this.#places.slice(0, most)
  }
}
