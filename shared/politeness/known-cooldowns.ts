import { LRUCache } from 'lru-cache'

/** The least recently used ones are forgotten first. */
const MAX_KNOWN = 10_000

/** Cooldowns of hosts and groups, by name, that began with requests of this process. */
export function makeKnownCooldowns() {
  const ends = new LRUCache<string, number>({ max: MAX_KNOWN })
  return {
    begin: (name: string, ms: number) => void ends.set(name, performance.now() + ms),
    /** The milliseconds that are left of it; null = it is over, or unknown. */
    leftMs(name: string): number | null {
      const leftMs = Math.ceil((ends.get(name) ?? 0) - performance.now())
      return leftMs > 0 ? leftMs : null
    },
  }
}
