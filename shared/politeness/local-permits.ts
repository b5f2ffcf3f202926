/** The turns of hosts that this process has or asks for at the moment: those it need not ask the store for. */
export interface LocalPermits {
  /** Up to `most` of a host's slots that are not taken here, from any of them on. */
  free(host: string, most: number): number[]
  add(host: string, slot: number): void
  delete(host: string, slot: number): void
}

/** `count` slots a host. What is known of a host is forgotten with its last slot. */
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
