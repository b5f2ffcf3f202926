import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { logPosition } from '#shared/messages/events/deferred.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import { FORGED_ITEM_ID, type RequestVerifier } from '#shared/stage/middleware/verify-request.ts'

export interface DeferOptions {
  readonly log: Pick<EventLog, 'append'>
  /** Holds the first request of each id. */
  readonly store: KeyValues
  readonly verifier: Pick<RequestVerifier, 'lease'>
  /** Stores a request in the frontier. */
  defer(record: LogRecord): Promise<void>
}

/**
 * Stores a deferred request, unless it is a duplicate. A duplicate gets no outcome of its own: in the
 * frontier it would wait for ever, and block others. Rejects with `SERVICE_UNAVAILABLE`.
 */
export async function deferRequest(
  record: LogRecord,
  { store, log, verifier, defer }: DeferOptions,
): Promise<void> {
  const decoded = decodeRecord(record)
  if ('reason' in decoded) return
  // Items of batches are never deferred: this request only claims to be one.
  if (isItemId(decoded.event.id)) {
    await log.append([deadLetterRecord(record, FORGED_ITEM_ID)])
    return
  }
  const inspection = describeRequest(decoded.event, 'batch')
  const lease = await verifier.lease(record, decoded.event)
  const admission = await checkDuplicate(store, { inspection, position: logPosition(record), lease })
  if (admission === 'work') await defer(record)
}
