import type { AdapterLog } from './adapter-log.ts'
import type { Database } from './sqlite.ts'
import type { Entries } from './sqlite-entries.ts'

/** Small steps, so that no write ever waits long behind the sweep. */
const STEP_ROWS = 100
const BETWEEN_STEPS_MS = 50
const BETWEEN_SWEEPS_MS = 5000

/**
 * Removes expired rows now and then until the returned function is called; never keeps the process alive. A step that
 * fails is reported and tried again: nobody sees expired rows in the meantime.
 */
export function sweepExpired(database: Database, entries: Entries, log?: AdapterLog): () => void {
  let timer = setTimeout(step, BETWEEN_STEPS_MS).unref()
  let stopped = false

  function step(): void {
    database
      .write(() => entries.removeExpired(STEP_ROWS))
      .then((removed) => again(removed === STEP_ROWS ? BETWEEN_STEPS_MS : BETWEEN_SWEEPS_MS))
      .catch((error) => {
        if (!stopped) log?.warn({ error: String(error.cause ?? error) }, 'Expired entries can not be removed')
        again(BETWEEN_SWEEPS_MS)
      })
  }

  function again(afterMs: number): void {
    if (!stopped) timer = setTimeout(step, afterMs).unref()
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
