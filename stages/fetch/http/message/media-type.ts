import type { HeaderFields } from './header-fields.ts'
import { fieldValue } from './header-fields.ts'

/** Returns the Content-Type as sent. Null when it is missing or empty. */
export function contentType(headers: HeaderFields): string | null {
  return fieldValue(headers, 'content-type')?.trim() || null
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const essence = new RegExp(`^[\\t\\n\\r ]*(${token}/${token})[\\t\\n\\r ]*(?:;|$)`)

/** Types without information (MIME Sniffing Standard, section 7, step 1). */
const unknownTypes: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown', '*/*'])

/**
 * Returns type and subtype in lower case (Fetch Standard, "extract a MIME type": the last valid one of
 * several counts). Null when no type is valid or the type says "unknown".
 */
export function mediaType(contentType: string | null): string | null {
  const types = splitUnquoted(contentType ?? '').map((part) => essence.exec(part)?.[1]?.toLowerCase())
  return types.findLast((type) => type !== undefined && !unknownTypes.has(type)) ?? null
}

/** Splits at commas outside quoted strings (Fetch Standard, "get, decode, and split"). */
function splitUnquoted(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/gs) ?? []
}
