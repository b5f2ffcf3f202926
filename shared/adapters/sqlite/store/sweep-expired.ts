import type { AdapterLog } from '../../common/adapter-log.ts'
import type { Database } from '../database.ts'
import type { Entries } from './entries-table.ts'

/** Small steps, so that no write ever waits long behind the sweep. */
const STEP_ROWS = 100
const STEP_INTERVAL_MS = 50
const SWEEP_INTERVAL_MS = 5000

/**
 * Removes expired rows now and then until the returned function is called; never keeps the process alive. A step that
 * fails is reported and tried again: nobody sees expired rows in the meantime.
 */
export function sweepExpired(database: Database, entries: Entries, log?: AdapterLog): () => void {
  let timer = setTimeout(step, STEP_INTERVAL_MS).unref()
  let stopped = false

  function step(): void {
    database
      .write(() => entries.removeExpired(STEP_ROWS))
      .then((removed) => schedule(removed === STEP_ROWS ? STEP_INTERVAL_MS : SWEEP_INTERVAL_MS))
      .catch((error) => {
        if (!stopped) log?.warn({ error: String(error.cause ?? error) }, 'Expired entries can not be removed')
        schedule(SWEEP_INTERVAL_MS)
      })
  }

  function schedule(afterMs: number): void {
    if (!stopped) timer = setTimeout(step, afterMs).unref()
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
