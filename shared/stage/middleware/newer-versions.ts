import type { Log } from '#shared/log.ts'
import { hasSeal } from '#shared/messages/events/seal.ts'
import { isNewerVersion, type WorkStep } from '#shared/messages/topics.ts'
import { hasExpired } from '#shared/stage/middleware/expiry.ts'
import type { Attempt, Middleware } from '#shared/stage/middleware.ts'

const RECHECK_MS = 5000
const WARN_EVERY_MS = 60_000
/** Characters of a type that are logged: producers may write a type of any length. */
const MAX_LOGGED_CHARS = 100

/**
 * Lets a record wait whose event has a newer major version than this program knows, so that the program that takes over
 * its partition in a rolling update reads it. After `waitMs` milliseconds in one process it is a dead letter. It does not
 * wait when it has expired, or when an external producer wrote it: they may write any type, so it is validated at once.
 * Logs a warning at most once a minute.
 */
export function newerVersions(input: WorkStep, waitMs: number, logger: Pick<Log, 'warn'>): Middleware {
  let warnedAt = Number.NEGATIVE_INFINITY

  function warn(type: string): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    logger.warn({ type }, 'events of a later version wait for an update of the part that reads them')
  }

  return (next) => async (attempt) => {
    const { event, inspection, isPoisonPill, startedAt } = attempt
    if (!isNewerVersion(event.type, input) || hasExpired(inspection) || isExternal(input, attempt))
      return next(attempt)
    const type = event.type.slice(0, MAX_LOGGED_CHARS)
    if (isPoisonPill || performance.now() - startedAt >= waitMs)
      return { deadLetter: `the event is of a later version than this program knows: ${type}` }
    warn(type)
    return { retryAfterMs: Math.min(RECHECK_MS, waitMs), isAttempt: false }
  }
}

function isExternal(input: WorkStep, { record, lane }: Attempt): boolean {
  return input === 'inspection.requested' && lane === 'batch' && !hasSeal(record)
}
