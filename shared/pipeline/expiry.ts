import { Failure } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** Whether nobody wants the inspection any more. */
export function hasExpired({ expiresAt }: Inspection): boolean {
  return expiresAt !== null && expiresAt <= Date.now()
}

/** Milliseconds until it expires; Infinity when it never does. */
export function timeLeft({ expiresAt }: Inspection): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(0, expiresAt - Date.now())
}

/**
 * What an inspection that expired ends with. `timeout_ms` is the time that its event gave it: from when the event was
 * made (or came to the log, where it doesn't say so) until it expires.
 */
export function expired(
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

/** Aborted when the inspection expires. */
export function expirySignal(inspection: Inspection): AbortSignal {
  return inspection.expiresAt === null
    ? new AbortController().signal
    : AbortSignal.timeout(Math.min(timeLeft(inspection), MAX_TIMER_MS))
}
