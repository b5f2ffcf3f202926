/** Reports that name an owner after its count changed: a reader may miss one. */
const CHANGED_REPORTS = 2
/** Owners without jobs that wait to be named as such. A reader learns of more when the counts that it knows are too many. */
const MAX_ENDED = 1000

/**
 * Counts jobs by owner. A report has room for some owners only, so they take turns: first those whose count changed, the
 * oldest change first, then the one that was not named for longest. So a reader who adds up the reports knows all of them.
 */
export function makeOwnerCounts() {
  /** The owner that was not named for longest comes first. */
  const counts = new Map<string, number>()
  /** How many of the next reports name the owner because its count changed. */
  const changed = new Map<string, number>()
  let jobs = 0

  function named(owner: string): [owner: string, count: number] {
    const times = (changed.get(owner) ?? 0) - 1
    if (times > 0) changed.set(owner, times)
    else changed.delete(owner)
    const count = counts.get(owner) ?? 0
    if (counts.delete(owner)) counts.set(owner, count)
    return [owner, count]
  }

  return {
    /** A job of the owner arrived (1), or left (-1). */
    add(owner: string, by: 1 | -1): void {
      const before = counts.get(owner) ?? 0
      const count = Math.max(0, before + by)
      jobs += count - before
      if (count > 0) counts.set(owner, count)
      else counts.delete(owner)
      if (count > 0 || changed.size < MAX_ENDED) changed.set(owner, CHANGED_REPORTS)
      else changed.delete(owner)
    },
    /** The number of owners with jobs, and of their jobs. */
    totals: () => ({ owners: counts.size, jobs }),
    /** The number of owners to be named because their count changed. */
    changes: () => changed.size,
    /** The counts of the next owners to be named, at most so many; 0 for one that has no jobs any more. */
    take(most: number): Record<string, number> {
      const first = [...changed.keys().take(most)]
      const others = counts
        .keys()
        .filter((owner) => !changed.has(owner))
        .take(most - first.length)
      return Object.fromEntries([...first, ...others].map(named))
    },
  }
}
