/** Permit slots that this process holds or is leasing: it need not ask the store for them. */
export interface LocalPermits {
  /** Up to `most` slots of a group that are not taken in this process, from a random slot on. */
  free(host: string, most: number): number[]
  add(host: string, slot: number): void
  delete(host: string, slot: number): void
}

/** `count` slots a group. A group is forgotten with its last taken slot. */
export function makeLocalPermits(count: number): LocalPermits {
  const taken = new Map<string, Set<number>>()

  return {
    free(host, most) {
      const here = taken.get(host) ?? new Set()
      const first = Math.floor(Math.random() * count)
      const found: number[] = []
      for (let step = 0; step < count && found.length < most; step++) {
        const slot = (first + step) % count
        if (!here.has(slot)) found.push(slot)
      }
      return found
    },
    add(host, slot) {
      taken.set(host, (taken.get(host) ?? new Set()).add(slot))
    },
    delete(host, slot) {
      const here = taken.get(host)
      if (here?.delete(slot) && here.size === 0) taken.delete(host)
    },
  }
}
