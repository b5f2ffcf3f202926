import { escaped } from '../../../server/pages/html.ts'

/**
 * Characters that change what is shown around them: controls, bidirectional formatting (Unicode, UAX #9, 2.1 to 2.4) and
 * marks without a width.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g
/** Characters of a text of a page that a report for people shows. */
const MAX_CHARS = 300

/** A text of a page as a report for people shows it: on one line, without characters that cannot be seen, not too long. */
export function inertText(text: string): string {
  const line = text.toWellFormed().replace(UNSEEN, ' ').trim()
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()}…` : line
}

/** The same as HTML, for text and for quoted attributes. */
export function inertHtml(text: string): string {
  return escaped(inertText(text))
}

/**
 * The same as Markdown: a backslash makes each sign mean itself (CommonMark 0.31, 2.4), also those that begin a list where
 * they stand first (5.2).
 */
export function inertMarkdown(text: string): string {
  return wholeMarkdown(inertText(text))
}

/** A sentence of inert texts as Markdown, whole. */
export function wholeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&$@]/g, '\\$&').replace(/^(\d*)([-+.)])(?=\s|$)/, '$1\\$2')
}
