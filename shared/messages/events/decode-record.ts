import { type Decoded, fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** Larger records are decoded each time, rather than kept in memory twice while they wait. */
const MAX_CACHED_BYTES = 16 * 1024

const cache = new WeakMap<LogRecord, Decoded>()

/** Decodes a record, with a cache: routing, scheduling and processing each need the event. */
export function decodeRecord(record: LogRecord): Decoded {
  if (record.unreadable !== undefined) return { reason: record.unreadable.reason }
  const cached = cache.get(record)
  if (cached !== undefined) return cached
  const fresh = fromRecord(record)
  if ((record.value?.length ?? 0) <= MAX_CACHED_BYTES) cache.set(record, fresh)
  return fresh
}
