import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { hasSeal } from '#shared/messages/seal.ts'
import { isNewerVersion, type WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { hasExpired } from '#shared/stage/middleware/expiry.ts'
import type { Attempt } from '#shared/stage/middleware/retry-policy.ts'

/**
 * Whether a record has to wait since its event is of a later major version than this program knows: it rests unfinished, so
 * that the program that takes over its partition in a rolling update reads it. Null = it need not: its version is known,
 * a feeder wrote it (who may write any type: it is judged at once), or it has expired and ends as what has. The text is why it has waited long enough: it is a dead letter.
 */
export type NewerVersionHold = (
  record: Pick<LogRecord, 'headers'>,
  event: CloudEvent,
  inspection: Inspection,
  attempt: Pick<Attempt, 'startedAt' | 'isPoisonPill'>,
) => WorkResult | { readonly reason: string } | null

const RECHECK_MS = 5000
const WARN_EVERY_MS = 60_000
/** Of a type that is logged: whoever writes to the log may write anything. */
const MAX_LOGGED_CHARS = 100

/** `waitMs` is how long a record rests in one process. */
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
