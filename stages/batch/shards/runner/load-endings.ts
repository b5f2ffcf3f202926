import { setTimeout as sleep } from 'node:timers/promises'
import type { Completion } from '../../frontier/frontier.ts'
import type { Ending, EndingsPage } from '../logs/shard-logs.ts'
import { passGap } from './pass-gap.ts'
import type { RunnerParts } from './runner-parts.ts'

/** Endings that a shard has not applied, with the outcomes of those that it awaited when they were loaded. */
export interface LoadedEndings {
  /**
   * The completions of the endings from the position of the shard on to the one given, in order: of those that the shard
   * awaits, possibly also of some that it does not await any more, which change nothing.
   */
  until(before: number): Promise<Completion[]>
}

/** How long endings are waited for that the log had when the command was appended. */
const MISSING_MS = 30_000
const LOOK_MS = 250

/**
 * Loads the endings before a position which the shard has not applied. Endings that the log has lost are passed over,
 * with an error in the log file: their items are dispatched again. Null when the shard's position is beyond the end of
 * the log, which was created anew: so is the position given. Rejects when the runner stops.
 */
export async function loadEndings(parts: RunnerParts, before: number): Promise<LoadedEndings | null> {
  const { store } = parts
  const all: Ending[] = []
  const loaded = new Map<Ending, Completion>()
  for (let position = store.positions().ended; position < before; ) {
    const page = await readEndings(parts, position)
    if (page === null) break
    if (page === 'new log') return null
    const due = page.endings.filter(({ offset }) => offset < before)
    all.push(...due)
    await loadAwaited(parts, due, loaded)
    position = page.next
  }
  const { intake } = store.positions()
  return {
    async until(end) {
      const now = store.positions()
      const due = all.filter(({ offset }) => offset >= now.ended && offset < end)
      // Commands that were applied meanwhile may have added items, also of a crawl, whose links came with an earlier ending.
      if (now.intake > intake) await loadAwaited(parts, due, loaded)
      return due.flatMap((ending) => loaded.get(ending) ?? [])
    },
  }
}

/** Adds the completions of those endings that the shard awaits. */
async function loadAwaited(
  { store, logs, retrying }: RunnerParts,
  endings: readonly Ending[],
  loaded: Map<Ending, Completion>,
): Promise<void> {
  const others = endings.filter((ending) => !loaded.has(ending))
  const awaited = store.awaited(others.map(({ id }) => id))
  const wanted = others.filter(({ id }) => awaited.has(id))
  if (wanted.length === 0) return
  const completions = await retrying(() => logs.load(wanted))
  for (const [at, completion] of completions.entries()) loaded.set(wanted[at] as Ending, completion)
}

/** The page after the position, or after a gap there. Null when the log has none. */
async function readEndings(parts: RunnerParts, position: number): Promise<EndingsPage | 'new log' | null> {
  const ahead = parts.pagesAhead.get(position)
  if (ahead !== undefined) return ahead
  const { store, logs, logger, signal, retrying } = parts
  const { shard } = store
  const end = performance.now() + MISSING_MS
  do {
    const page = await retrying(() => logs.endings(shard, position))
    if (!page.isGone && page.next > position) return page
    if (page.isGone) {
      const { next, isNewLog } = await passGap(parts, 'ended', position)
      return isNewLog ? 'new log' : { endings: [], next, isGone: true, isEnd: false }
    }
    await sleep(LOOK_MS, undefined, { signal })
  } while (performance.now() < end)
  logger.error({ shard, position }, 'the log has fewer endings of a shard than before')
  return null
}
