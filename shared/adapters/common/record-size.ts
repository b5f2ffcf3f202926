import type { NewRecord } from '#shared/ports/event-log.ts'

/** What a record counts for: the bytes of its key, its value, and the names and values of its headers. */
export function recordBytes(record: NewRecord): number {
  let bytes = bytesOf(record.key) + bytesOf(record.value)
  for (const [name, value] of Object.entries(record.headers)) bytes += bytesOf(name) + bytesOf(value)
  return bytes
}

function bytesOf(data: Buffer | string | null): number {
  return data === null ? 0 : Buffer.byteLength(data)
}

/** Throws a RangeError for a record over the limit of its topic: no repetition helps, the sender is wrong. */
export function checkRecordSize(record: NewRecord, limitBytes: number): void {
  const bytes = recordBytes(record)
  if (bytes <= limitBytes) return
  throw new RangeError(`A record of ${bytes} bytes is too large for ${record.topic}: ${limitBytes} at most`)
}
