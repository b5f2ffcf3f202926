/** The times at which the shards of a process append `endings`. */
export interface EndingsPace {
  /** The shard appends a command. `now`: milliseconds of a clock that is never set back. */
  appended(shard: number, now: number): void
  /** The milliseconds between two commands of a shard at present. */
  intervalMs(now: number): number
}

const MIN_MS = 100
const MAX_MS = 500
/** A command costs as much as some pages: a process makes about 60 a second, unless shards would wait too long. */
const MS_A_SHARD = 16
/** A shard that has appended nothing for so long does not count. */
const BUSY_MS = 1000

/** Makes a pace that is slower the more shards append at the time: each of their commands has more endings then. */
export function makeEndingsPace(): EndingsPace {
  /** When shards last appended; the earliest first. */
  const busy = new Map<number, number>()
  return {
    appended(shard, now) {
      busy.delete(shard)
      busy.set(shard, now)
    },
    intervalMs(now) {
      for (const [shard, at] of busy) {
        if (now - at < BUSY_MS) break
        busy.delete(shard)
      }
      // In whole steps, so that shards keep coming at the same time.
      const steps = Math.ceil((busy.size * MS_A_SHARD) / MIN_MS)
      return Math.min(MAX_MS, Math.max(1, steps) * MIN_MS)
    },
  }
}
