import { decodeHTML, decodeHTMLAttribute } from 'entities'

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
