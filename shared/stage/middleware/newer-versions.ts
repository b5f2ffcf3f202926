import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { hasSeal } from '#shared/messages/events/seal.ts'
import { isNewerVersion, type WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { hasExpired } from '#shared/stage/middleware/expiry.ts'
import type { Attempt } from '#shared/stage/middleware/retry-policy.ts'

/**
 * Decides whether a record waits because its event has a newer major version than this program knows. The record stays
 * unfinished, so that the program that takes over its partition in a rolling update reads it.
 * Null = it does not wait: its version is known, an external producer wrote it (they may write any type, so it is
 * validated at once), or it has expired. `reason`: it has waited long enough and becomes a dead letter.
 */
export type NewerVersionHold = (
  record: Pick<LogRecord, 'headers'>,
  event: CloudEvent,
  inspection: Inspection,
  attempt: Pick<Attempt, 'startedAt' | 'isPoisonPill'>,
) => WorkResult | { readonly reason: string } | null

const RECHECK_MS = 5000
const WARN_EVERY_MS = 60_000
/** Characters of a type that are logged: producers may write a type of any length. */
const MAX_LOGGED_CHARS = 100

/** `waitMs`: milliseconds that a record waits in one process. Logs a warning at most once a minute. */
export function makeNewerVersionHold(
  step: WorkStep,
  waitMs: number,
  logger: Pick<Log, 'warn'>,
): NewerVersionHold {
  let warnedAt = Number.NEGATIVE_INFINITY

  function warn(type: string): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    logger.warn({ type }, 'events of a later version wait for an update of the part that reads them')
  }

  const isExternal = (record: Pick<LogRecord, 'headers'>, { lane }: Inspection) =>
    step === 'inspection.requested' && lane === 'batch' && !hasSeal(record)

  return (record, event, inspection, { startedAt, isPoisonPill }) => {
    if (!isNewerVersion(event.type, step) || hasExpired(inspection)) return null
    if (isExternal(record, inspection)) return null
    const type = event.type.slice(0, MAX_LOGGED_CHARS)
    if (isPoisonPill || performance.now() - startedAt >= waitMs) {
      return { reason: `the event is of a later version than this program knows: ${type}` }
    }
    warn(type)
    return { retryAfterMs: Math.min(RECHECK_MS, waitMs), isAttempt: false }
  }
}
