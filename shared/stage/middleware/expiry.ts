import { Failure } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { referenceNow } from '#shared/reference-clock.ts'

/** Of an inspection: when it expires, and by whose clock. */
type Expiring = Pick<Inspection, 'expiresAt' | 'lane'>

/** Whether nobody wants the inspection any more. */
export function hasExpired(inspection: Expiring): boolean {
  return timeLeft(inspection) === 0
}

/**
 * Milliseconds until it expires, at least 0; Infinity when it never does. Gateways set the deadlines of the interactive
 * lane by the clock that all processes share; those of the batch lane are the feeders' word.
 */
export function timeLeft({ expiresAt, lane }: Expiring): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY
  return Math.max(0, expiresAt - (lane === 'interactive' ? referenceNow() : Date.now()))
}

/**
 * What an inspection that expired ends with. `timeout_ms` is the time that its event gave it: from when the event was
 * made (or came to the log, where it doesn't say so) until it expires.
 */
export function expiredFailure(
  { url, expiresAt }: Inspection,
  { attributes: { time = '' } }: CloudEvent,
  { timestamp }: Pick<LogRecord, 'timestamp'>,
): Failure {
  const madeAt = Date.parse(time) || timestamp
  const timeout_ms = Math.max(0, (expiresAt ?? madeAt) - madeAt)
  return new Failure('TIMEOUT', 'The inspection expired before it was done', { details: { url, timeout_ms } })
}

/** The most that a timer of Node can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** Clocks count whole milliseconds: so much later an inspection has expired by any of them. */
const ROUNDING_MS = 1

/** Aborted when the inspection has expired. */
export function expirySignal(inspection: Inspection): AbortSignal {
  return inspection.expiresAt === null
    ? new AbortController().signal
    : AbortSignal.timeout(Math.min(timeLeft(inspection) + ROUNDING_MS, MAX_TIMER_MS))
}
