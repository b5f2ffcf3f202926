import { pino } from 'pino'
import type { Log } from '#shared/log.ts'

/** A log that nobody reads. */
export const silentLog: Log = pino({ level: 'silent' })

/** A log whose lines of level error the test can look at. */
export function errorLog(): { readonly log: Log; readonly errors: string[] } {
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  return { log, errors }
}
