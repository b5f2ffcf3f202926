import { decodeHTML, decodeHTMLAttribute } from 'entities'

/** The text of a page, and its UTF-16 code units, which are read faster one by one than those of a string. */
export interface SourceText {
  readonly text: string
  /** Of the text. */
  readonly length: number
  /** Zeros follow the last, so that a look ahead needs no care. */
  readonly codes: Uint16Array
}

const LOOK_AHEAD = 2

/** Bytes that are kept for the next page: getting them anew each time costs more than filling them. */
const maxSpareBytes = 4_194_304

let spare = new ArrayBuffer(0)

/** Takes two bytes for each code unit. Whoever is done with it may give them back by `release`. */
export function sourceText(text: string): SourceText {
  const bytes = 2 * (text.length + LOOK_AHEAD)
  const buffer = spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes)
  if (buffer === spare) spare = new ArrayBuffer(0)
  const codes = new Uint16Array(buffer, 0, text.length + LOOK_AHEAD)
  Buffer.from(buffer).write(text, 'utf16le')
  codes.fill(0, text.length)
  return { text, length: text.length, codes }
}

/** The code units are not read any more. */
export function release({ codes: { buffer } }: SourceText): void {
  if (buffer.byteLength <= maxSpareBytes && buffer.byteLength > spare.byteLength)
    spare = buffer as ArrayBuffer
}

/**
 * CR LF and CR become LF (HTML Standard 13.2.3.5). Done to the pieces that are taken out of a page instead of to the
 * whole page, as the Standard has it: the tokens are the same, and most of a page is never looked at again.
 */
function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** The content of a raw text element, as it is in the document. */
export function rawText(written: string): string {
  return normalizeLineEnds(written)
}

/** Text of a document, character references decoded. */
export function decodedText(written: string): string {
  const text = normalizeLineEnds(written)
  return text.includes('&') ? decodeHTML(text) : text
}

/** The value of an attribute, character references decoded by the rules for attributes (13.2.5.73). */
export function decodedValue(written: string): string {
  const text = normalizeLineEnds(written)
  return text.includes('&') ? decodeHTMLAttribute(text) : text
}
