import { startCodePool } from '#stages/render/lab/code/code-pool.ts'
import { browserPlaces } from './lab-browser-places.ts'
import { type LabPlace, labPlaces } from './lab-places.ts'

/** How long one unit in one place held the thread that render's jobs share. */
export interface LabHold {
  readonly place: string
  readonly unit: string
  /** CPU milliseconds. */
  readonly ms: number
}

/**
 * Repeats each unit in each place of a page that the analysis of render reads, up to the size that a page can make it, and yields what it
 * costs this thread. Threads of the pool do not count: they end by their own limits.
 */
export async function* labHolds(units: readonly string[]): AsyncGenerator<LabHold> {
  const codePool = startCodePool()
  const places: Readonly<Record<string, LabPlace>> = { ...labPlaces(codePool), ...browserPlaces }
  try {
    for (const [place, { characters, prepare }] of Object.entries(places)) {
      for (const unit of units) {
        const text = unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters)
        const read = prepare(text)
        const before = process.threadCpuUsage()
        await read()
        const { user, system } = process.threadCpuUsage(before)
        yield { place, unit, ms: (user + system) / 1000 }
      }
    }
  } finally {
    await codePool.stop()
  }
}
