import { setTimeout as sleep } from 'node:timers/promises'
import type { Completion } from '../../frontier/frontier.ts'
import type { EndingsPage } from '../logs/shard-logs.ts'
import { passGap } from './pass-gap.ts'
import type { RunnerParts } from './runner-parts.ts'

/** How long endings are waited for that the log had when the command was appended. */
const MISSING_MS = 30_000
const LOOK_MS = 250

/**
 * Loads the outcomes of the endings before a position which the shard has not applied and awaits. Endings that the log
 * has lost are passed over, with an error in the log file: their items are dispatched again. Null when the shard's position
 * is beyond the end of the log, which was created anew: so is the position given. Rejects when the runner stops.
 */
export async function loadCompletions(parts: RunnerParts, before: number): Promise<Completion[] | null> {
  const { store, logs, retrying } = parts
  const completions: Completion[] = []
  for (let position = store.positions().ended; position < before; ) {
    const page = await readEndings(parts, position)
    if (page === null) break
    if (page === 'new log') return null
    const due = page.endings.filter(({ offset }) => offset < before)
    const awaited = store.awaited(due.map(({ id }) => id))
    completions.push(...(await retrying(() => logs.load(due.filter(({ id }) => awaited.has(id))))))
    position = page.next
  }
  return completions
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
