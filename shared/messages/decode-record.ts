import { type Decoded, fromRecord } from '#shared/messages/cloud-event.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** What is larger is decoded each time, rather than kept twice for as long as it waits. */
const MAX_CACHED_BYTES = 16 * 1024

const cache = new WeakMap<LogRecord, Decoded>()

/** What a record turned out to be: it is asked whose it is, whose turn it is, and what is to be done. */
export function decodeRecord(record: LogRecord): Decoded {
  if (record.unreadable !== undefined) return { reason: record.unreadable.reason }
  const cached = cache.get(record)
  if (cached !== undefined) return cached
  const fresh = fromRecord(record)
  if ((record.value?.length ?? 0) <= MAX_CACHED_BYTES) cache.set(record, fresh)
  return fresh
}
