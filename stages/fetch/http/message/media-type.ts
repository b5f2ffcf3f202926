import { fieldValue, type HeaderFields } from './header-fields.ts'

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

/**
 * Splits at commas outside quoted strings (Fetch Standard, "get, decode, and split"), without empty parts. Reads each
 * character once.
 */
function splitUnquoted(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') at = quotedEnd(text, at)
    if (at < text.length && text[at] !== ',') continue
    if (at > start) parts.push(text.slice(start, at))
    start = at + 1
  }
  return parts
}

/** The index of the quote that ends the quoted string which begins at `from`; the text's length when there is none. */
function quotedEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

/** Bytes that sniffing looks at: the resource header of the MIME Sniffing Standard, section 5.2. */
export const sniffLength = 1445

/** Section 7.1, step 1. Each is followed by a tag-terminating byte. */
const htmlStarts = [
  '<!DOCTYPE HTML',
  '<HTML',
  '<HEAD',
  '<SCRIPT',
  '<IFRAME',
  '<H1',
  '<DIV',
  '<FONT',
  '<TABLE',
  '<A',
  '<STYLE',
  '<TITLE',
  '<B',
  '<BODY',
  '<BR',
  '<P',
  '<!--',
]
const tagEnds: ReadonlySet<string> = new Set([' ', '>'])
const longestStart = 16

/** Sections 6.1, 6.2, 6.4 and 7.1, step 2, in this order. A dot stands for any byte. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'application/pdf'],
  [/^%!PS-Adobe-/, 'application/postscript'],
  [/^(\xfe\xff..|\xff\xfe..|\xef\xbb\xbf.)/s, 'text/plain'],
  [/^\0\0[\x01\x02]\0/, 'image/x-icon'],
  [/^BM/, 'image/bmp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF....WEBPVP/s, 'image/webp'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^FORM....AIFF/s, 'audio/aiff'],
  [/^ID3/, 'audio/mpeg'],
  [/^OggS\0/, 'application/ogg'],
  [/^MThd\0\0\0\x06/, 'audio/midi'],
  [/^RIFF....AVI /s, 'video/avi'],
  [/^RIFF....WAVE/s, 'audio/wave'],
  [/^....ftyp(mp4|.{8}(.{4})*?mp4)/s, 'video/mp4'],
  [/^\x1a\x45\xdf\xa3.{0,34}\x42\x82.{1,8}?webm/s, 'video/webm'],
  [/^\x1f\x8b\x08/, 'application/x-gzip'],
  [/^PK\x03\x04/, 'application/zip'],
  [/^Rar \x1a\x07\0/, 'application/x-rar-compressed'],
]

/** Section 3: bytes that do not occur in text. */
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/**
 * Applies the rules for identifying an unknown MIME type (MIME Sniffing Standard, section 7.1, scriptable
 * types included). MP3 without an ID3 tag is reported as binary data.
 */
export function sniffMediaType(firstBytes: Buffer): string {
  const header = firstBytes.toString('latin1', 0, sniffLength)
  const text = header.replace(/^[\t\n\f\r ]+/, '')
  if (startsAsHtml(text)) return 'text/html'
  if (text.startsWith('<?xml')) return 'text/xml'
  const found = signatures.find(([signature]) => signature.test(header))
  return found?.[1] ?? (binary.test(header) ? 'application/octet-stream' : 'text/plain')
}

function startsAsHtml(text: string): boolean {
  const start = text.slice(0, longestStart).toUpperCase()
  return htmlStarts.some((tag) => start.startsWith(tag) && tagEnds.has(text.charAt(tag.length)))
}

/** Only text/html counts as HTML. Without a usable Content-Type the first bytes of the body decide. */
export function isHtml(contentType: string | null, firstBytes: Buffer): boolean {
  return (mediaType(contentType) ?? sniffMediaType(firstBytes)) === 'text/html'
}
