/** Bytes that all lists of a document have together: with all else a document of the largest site stays below 5 MB. */
const LIST_BYTES = 3_000_000

/** The room that the lists of one document share: what comes first is written. */
export class Room {
  #left: number

  constructor(bytes = LIST_BYTES) {
    this.#left = bytes
  }

  /** The first of the texts that there is room for, at most `most`. */
  take(texts: Iterable<string>, most: number): string[] {
    const taken: string[] = []
    if (most === 0) return taken
    for (const text of texts) {
      const bytes = Buffer.byteLength(text)
      if (bytes > this.#left) break
      this.#left -= bytes
      taken.push(text)
      if (taken.length === most) break
    }
    return taken
  }
}
