import type { HeaderFields } from '../page-request.ts'
import { fieldValue } from './header-fields.ts'

/** The Content-Type as sent, null when there is none or an empty one. */
export function contentType(headers: HeaderFields): string | null {
  return fieldValue(headers, 'content-type')?.trim() || null
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const essence = new RegExp(`^[\\t\\n\\r ]*(${token}/${token})[\\t\\n\\r ]*(?:;|$)`)

/** Types that tell nothing: MIME Sniffing Standard, section 7, step 1. */
const unknownTypes: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown', '*/*'])

/**
 * Type and subtype in lower case (Fetch Standard, "extract a MIME type": of several the last valid one counts);
 * null when none is valid or it says that it is unknown.
 */
export function mediaType(contentType: string | null): string | null {
  const types = splitUnquoted(contentType ?? '').map((part) => essence.exec(part)?.[1]?.toLowerCase())
  return types.findLast((type) => type !== undefined && !unknownTypes.has(type)) ?? null
}

/** Splits at commas that are not inside a quoted string (Fetch Standard, "get, decode, and split"). */
function splitUnquoted(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/gs) ?? []
}
