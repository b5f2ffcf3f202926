import { fromRecord } from '#shared/messages/cloud-event.ts'
import { logPosition as admittedAt } from '#shared/messages/deferred.ts'
import { describeRequest } from '#shared/messages/inspection-requested.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { EXTERNAL_PRODUCERS, IN_FLIGHT, placeOf } from './schema.ts'
import type { DeferredRow } from './statements/deferred-table.ts'
import type { Tables } from './tables.ts'

/** A host that was still flooded when a request came back is left alone for so long. */
const COOLDOWN_MS = 5000

/** Takes in requests that a stage laid by, within a write. What is no event was not laid by as one, and is left out. */
export function deferRequests(tables: Tables, records: readonly LogRecord[], now: number): void {
  for (const record of records) {
    const decoded = fromRecord(record)
    if ('reason' in decoded) continue
    const known = tables.deferred.get(decoded.event.id)
    if (known !== null) deferAgain(tables, known, record, now)
    else
      insertRequest(
        tables,
        decoded.event.id,
        tables.queueOf(describeRequest(decoded.event, 'batch').url),
        record,
      )
  }
}

/** Of such an item only the record counts. */
const blank = { role: 'page', parameters: null, depth: null, url: '', source: null, scope: null } as const

function insertRequest(
  { deferred, items, queues }: Tables,
  id: string,
  name: string,
  record: LogRecord,
): void {
  const row = { id, admitted: admittedAt(record), log_offset: record.offset }
  const place = placeOf(EXTERNAL_PRODUCERS, deferred.insert(row, record))
  const queue = queues.idOf(EXTERNAL_PRODUCERS, name)
  items.insert({ ...blank, place, queue })
  queues.addWaiting(queue, 1)
}

/**
 * A request that was handed over and came back waits again. Anything else is nothing new: another request with the same
 * id, or the same place of the log read again.
 */
function deferAgain(
  { deferred, items, queues }: Tables,
  known: DeferredRow,
  record: LogRecord,
  now: number,
): void {
  const item = items.get(placeOf(EXTERNAL_PRODUCERS, known.place))
  const isNew = known.admitted === admittedAt(record) && record.offset > known.log_offset
  if (!isNew || item?.state !== IN_FLIGHT) return
  deferred.moved(known.place, record.offset)
  items.markWaiting(item.place)
  queues.returnOne(item.queue, now + COOLDOWN_MS)
}
