import type { NewRecord } from '#shared/ports/event-log.ts'

/** Size of a record: the bytes of its key, its value, and its header names and values. */
export function recordBytes(record: NewRecord): number {
  let bytes = bytesOf(record.key) + bytesOf(record.value)
  for (const [name, value] of Object.entries(record.headers)) bytes += bytesOf(name) + bytesOf(value)
  return bytes
}

/** The bytes of data of a record; text is UTF-8. */
export function bufferOf(data: Buffer | string): Buffer
export function bufferOf(data: Buffer | string | null): Buffer | null
export function bufferOf(data: Buffer | string | null): Buffer | null {
  return typeof data === 'string' ? Buffer.from(data) : data
}

function bytesOf(data: Buffer | string | null): number {
  return data === null ? 0 : Buffer.byteLength(data)
}

/**
 * Throws a RangeError if the record exceeds the limit of its topic. The sender is wrong, so a retry does not
 * help.
 */
export function checkRecordSize(record: NewRecord, limitBytes: number): void {
  const bytes = recordBytes(record)
  if (bytes <= limitBytes) return
  throw new RangeError(`A record of ${bytes} bytes is too large for ${record.topic}: ${limitBytes} at most`)
}
