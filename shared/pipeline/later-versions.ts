import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { hasSeal } from '#shared/messages/origin.ts'
import { isOfLaterVersion, type WorkStep } from '#shared/messages/topics.ts'
import { hasExpired } from '#shared/pipeline/expiry.ts'
import type { Done } from '#shared/pipeline/job.ts'
import type { Attempt } from '#shared/pipeline/retries.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/**
 * Whether a record has to wait since its event is of a later major version than this program knows: it rests unfinished, so
 * that the program that takes over its partition in a rolling update reads it. Null = it need not: its version is known,
 * a feeder wrote it (who may write any type: it is judged at once), or it has expired and ends as what has. The text is why it has waited long enough: it is a dead letter.
 */
export type LaterVersions = (
  record: Pick<LogRecord, 'headers'>,
  event: CloudEvent,
  inspection: Inspection,
  attempt: Pick<Attempt, 'began' | 'isSpent'>,
) => Done | { readonly reason: string } | null

const LOOK_MS = 5000
const WARN_EVERY_MS = 60_000
/** Of a type that is logged: whoever writes to the log may write anything. */
const MOST_CHARS = 100

/** `waitMs` is how long a record rests in one process. */
export function makeLaterVersions(step: WorkStep, waitMs: number, logger: Pick<Log, 'warn'>): LaterVersions {
  let warnedAt = Number.NEGATIVE_INFINITY

  function warn(type: string): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    logger.warn({ type }, 'events of a later version wait for an update of the part that reads them')
  }

  const isOfFeeder = (record: Pick<LogRecord, 'headers'>, { lane }: Inspection) =>
    step === 'inspection.requested' && lane === 'batch' && !hasSeal(record)

  return (record, event, inspection, { began, isSpent }) => {
    if (!isOfLaterVersion(event.type, step) || hasExpired(inspection)) return null
    if (isOfFeeder(record, inspection)) return null
    const type = event.type.slice(0, MOST_CHARS)
    if (isSpent || performance.now() - began >= waitMs) {
      return { reason: `the event is of a later version than this program knows: ${type}` }
    }
    warn(type)
    return { againInMs: Math.min(LOOK_MS, waitMs), isTry: false }
  }
}
