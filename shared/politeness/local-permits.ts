/** Permit slots that this process holds or is leasing: it need not ask the store for them. */
export type LocalPermits = ReturnType<typeof makeLocalPermits>

/** `count` slots a group. A group is forgotten with its last taken slot. */
export function makeLocalPermits(count: number) {
  const taken = new Map<string, Set<number>>()

  return {
    /** Up to `most` slots of a group that are not taken in this process, from a random slot on. */
    free(group: string, most: number): number[] {
      const here = taken.get(group) ?? new Set()
      const first = Math.floor(Math.random() * count)
      const found: number[] = []
      for (let step = 0; step < count && found.length < most; step++) {
        const slot = (first + step) % count
        if (!here.has(slot)) found.push(slot)
      }
      return found
    },
    add(group: string, slot: number): void {
      taken.set(group, (taken.get(group) ?? new Set()).add(slot))
    },
    delete(group: string, slot: number): void {
      const here = taken.get(group)
      if (here?.delete(slot) && here.size === 0) taken.delete(group)
    },
  }
}
