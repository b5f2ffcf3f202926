import { decodeHTML, decodeHTMLAttribute } from 'entities'

/** The text of a page with its UTF-16 code units, which are faster to read one by one than a string. */
export interface SourceText {
  readonly text: string
  /** Length of the text in code units. */
  readonly length: number
  /** Zeros follow the last code unit, so that reading ahead needs no bounds check. */
  readonly codes: Uint16Array
  /** Whether it ends with the content of a noscript element. */
  readonly isNoscript: boolean
}

const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const LOOK_AHEAD = 2

/** Largest buffer that is kept for the next page, in bytes: allocating costs more than filling. */
const maxSpareBytes = 4_194_304

let spare = new ArrayBuffer(0)

/** Allocates two bytes for each code unit. Give the buffer back with `release` when it is no longer read. */
export function sourceText(text: string): SourceText {
  const bytes = 2 * (text.length + LOOK_AHEAD)
  const buffer = spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes)
  if (buffer === spare) spare = new ArrayBuffer(0)
  const codes = new Uint16Array(buffer, 0, text.length + LOOK_AHEAD)
  Buffer.from(buffer).write(text, 'utf16le')
  codes.fill(0, text.length)
  return { text, length: text.length, codes, isNoscript: false }
}

/** Gives the buffer back; its code units must not be read afterwards. */
export function release({ codes: { buffer } }: SourceText): void {
  if (buffer.byteLength <= maxSpareBytes && buffer.byteLength > spare.byteLength)
    spare = buffer as ArrayBuffer
}

/** Whether a code unit is white space of HTML (Infra Standard, 4.6). */
export function isBlank(code: number): boolean {
  return (
    code <= SPACE &&
    (code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED)
  )
}

/** Where a range holds something other than white space for the first time; its end for white space only. */
export function afterBlanks({ codes }: SourceText, start: number, end: number): number {
  let at = start
  while (at < end && isBlank(codes[at] ?? 0)) at++
  return at
}

/**
 * CR LF and CR become LF (HTML Standard, 13.2.3.5). The Standard normalises the whole input; here only the pieces
 * that are taken out of a page are normalised. The tokens are the same, and most of a page is never copied.
 */
function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** U+0000 in a value or in raw text is U+FFFD (13.2.5, unexpected-null-character). */
function withoutNulls(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

/** The content of a raw text element, as in the DOM. */
export function rawText(written: string): string {
  return withoutNulls(normalizeLineEnds(written))
}

/** Text of a document with character references decoded. */
export function decodedText(written: string): string {
  const text = normalizeLineEnds(written)
  return text.includes('&') ? decodeHTML(text) : text
}

/** Value of an attribute, with character references decoded by the rules for attributes (13.2.5.73). */
export function decodedValue(written: string): string {
  const text = withoutNulls(normalizeLineEnds(written))
  return text.includes('&') ? decodeHTMLAttribute(text) : text
}
