import { LRUCache } from 'lru-cache'
import { referenceNow } from '#shared/store/reference-clock.ts'

/** Shorter cooldowns are not noted. */
const LONG_MS = 5000
/** The least recently used ones are forgotten first. */
const MAX_NOTED = 10_000

/** Long cooldowns of hosts and groups, by name, that began with requests of this process. */
export function makeLongCooldowns() {
  const ends = new LRUCache<string, number>({ max: MAX_NOTED })
  return {
    /** A cooldown begins. Ignores one of less than 5 s. */
    note(name: string, ms: number): void {
      if (ms >= LONG_MS) ends.set(name, referenceNow() + ms)
    },
    /** When it ends, in milliseconds since the epoch by the reference clock; null = there is none. */
    until(name: string): number | null {
      const end = ends.get(name) ?? 0
      return end > referenceNow() ? end : null
    },
  }
}
