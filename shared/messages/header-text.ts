import { isUtf8 } from 'node:buffer'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** The text of a header of the record; null without one, and for bytes that are not UTF-8. */
export function headerText(record: Pick<LogRecord, 'headers' | 'headerTexts'>, name: string): string | null {
  if (record.headerTexts !== undefined) return record.headerTexts[name] ?? null
  return textOf(record.headers[name] ?? null)
}

/** Text of UTF-8 bytes; null for other bytes, which replacement characters would turn into another text. */
export function textOf(bytes: Buffer | null): string | null {
  return bytes !== null && isUtf8(bytes) ? bytes.toString('utf8') : null
}
