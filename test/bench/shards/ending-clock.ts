import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { ENDED } from '#shared/messages/topics.ts'
import { openBenchLog } from './bench-log.ts'

/** Times in seconds, from what is in the log, whatever the batch parts tell. */
export interface Silences {
  /** The longest time between two endings. */
  readonly longest: number
  /** The longest time between two endings of the same shard. */
  readonly longestOfShard: number
}

const LOOK_MS = 100

/** Watches the topic of endings. The returned function ends that. */
export function startEndingClock(env: Readonly<Record<string, string>>): () => Promise<Silences> {
  const log = openBenchLog(env)
  const stopping = new AbortController()
  const readEnds = async () =>
    (await retryWhileUnavailable(() => log.reader.bounds(ENDED))).map(({ end }) => end)
  const watching = watch(readEnds, stopping.signal)
  return async () => {
    stopping.abort()
    const silences = await watching
    await log.close()
    return silences
  }
}

async function watch(readEnds: () => Promise<number[]>, signal: AbortSignal): Promise<Silences> {
  const [all, shards] = [makeGap(), new Map<number, ReturnType<typeof makeGap>>()]
  while (!signal.aborted) {
    const [ends, now] = [await readEnds(), performance.now()]
    all.look(
      ends.reduce((sum, end) => sum + end, 0),
      now,
    )
    for (const [shard, end] of ends.entries()) {
      const gap = shards.get(shard) ?? makeGap()
      shards.set(shard, gap)
      gap.look(end, now)
    }
    await sleep(LOOK_MS)
  }
  const ofShards = [...shards.values()].map((gap) => gap.longest())
  return { longest: all.longest() / 1000, longestOfShard: Math.max(0, ...ofShards) / 1000 }
}

/** The longest time between two growths of a count. */
function makeGap() {
  let [longest, count, grownAt] = [0, 0, Number.POSITIVE_INFINITY]
  return {
    longest: () => longest,
    look(current: number, now: number): void {
      if (current <= count) return
      longest = Math.max(longest, now - grownAt)
      ;[count, grownAt] = [current, now]
    },
  }
}
