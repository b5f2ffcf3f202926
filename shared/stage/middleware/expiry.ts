import { Failure } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { Attempt, Middleware } from '#shared/stage/middleware.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'

/** What tells when an inspection expires, and by which clock. */
type Expiring = Pick<Inspection, 'expiresAt' | 'lane'>

/** Whether the deadline of the inspection has passed. */
export function hasExpired(inspection: Expiring): boolean {
  return timeLeft(inspection) === 0
}

/**
 * Milliseconds until the inspection expires, at least 0; Infinity when it never expires. Gateways set the deadlines of
 * the interactive lane by the reference clock of all processes; producers set those of the batch lane by UTC.
 */
export function timeLeft({ expiresAt, lane }: Expiring): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY
  return Math.max(0, expiresAt - (lane === 'interactive' ? referenceNow() : Date.now()))
}

/**
 * The failure of an expired inspection. `timeout_ms` is the time that its event allowed: from the event's `time` (without
 * one, from the timestamp of its record) to its `expirytime`.
 */
export function expiredFailure({
  inspection: { url, expiresAt },
  event,
  record,
}: Pick<Attempt, 'inspection' | 'event' | 'record'>): Failure {
  const madeAt = Date.parse(event.attributes.time ?? '') || record.timestamp
  const timeout_ms = Math.max(0, (expiresAt ?? madeAt) - madeAt)
  return new Failure('TIMEOUT', 'The inspection expired before it was done', { details: { url, timeout_ms } })
}

/** Any error of an inspection that has expired is its `TIMEOUT`: the deadline may have caused it, and nobody waits. */
export const expiry: Middleware = (next) => async (attempt) => {
  try {
    return await next(attempt)
  } catch (error) {
    throw hasExpired(attempt.inspection) ? expiredFailure(attempt) : error
  }
}

/** The longest timer of Node.js: 31 bits of milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** Clocks count whole milliseconds. With this margin the inspection has expired by every clock. */
const ROUNDING_MS = 1

/** A signal that is aborted once the inspection has expired. */
export function expirySignal(inspection: Inspection): AbortSignal {
  return inspection.expiresAt === null
    ? new AbortController().signal
    : AbortSignal.timeout(Math.min(timeLeft(inspection) + ROUNDING_MS, MAX_TIMER_MS))
}
