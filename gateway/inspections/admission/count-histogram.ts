/** How many owners have how many inspections: what others ask for is known without going through all owners. */
export interface CountHistogram {
  /** Owners with inspections. */
  readonly owners: number
  /** The inspections of all owners, of each at most `limit`. */
  sumUpTo(limit: number): number
  /** The inspections of the owner with most. */
  most(): number
}

/** A histogram that is kept up to date; its cost grows with the number of distinct counts. */
export interface LiveHistogram extends CountHistogram {
  /** An owner's count changes; 0 = no inspections. */
  move(from: number, to: number): void
}

/** Makes a histogram of these counts, each above 0. */
export function makeCountHistogram(counts: Iterable<number>): LiveHistogram {
  /** Owners by count. */
  const ownersWith = new Map<number, number>()
  let owners = 0

  function change(count: number, by: 1 | -1): void {
    if (count <= 0) return
    owners += by
    const left = (ownersWith.get(count) ?? 0) + by
    if (left > 0) ownersWith.set(count, left)
    else ownersWith.delete(count)
  }

  for (const count of counts) change(count, 1)
  return {
    get owners() {
      return owners
    },
    sumUpTo(limit) {
      let sum = 0
      for (const [count, having] of ownersWith) sum += Math.min(count, limit) * having
      return sum
    },
    most: () => Math.max(0, ...ownersWith.keys()),
    move(from, to) {
      change(from, -1)
      change(to, 1)
    },
  }
}
