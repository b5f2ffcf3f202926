/** Entries of a list that a report shows, and characters of their JSON. */
const MAX_ENTRIES = 1000
const MAX_CHARS = 500_000

/** A list of which the first entries are kept, so that no site makes a report of any size. */
export class CutList<Entry> {
  readonly entries: Entry[] = []
  total = 0
  #chars = 0

  add(entry: Entry): void {
    this.total += 1
    // Once one is left out, so are those after it: what is shown is the beginning.
    if (this.entries.length < this.total - 1 || this.entries.length === MAX_ENTRIES) return
    const chars = JSON.stringify(entry).length
    if (this.#chars + chars > MAX_CHARS) return
    this.#chars += chars
    this.entries.push(entry)
  }
}
