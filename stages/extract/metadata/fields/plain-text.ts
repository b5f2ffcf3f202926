import { decodeHTMLStrict } from 'entities'
import { tidy } from '../../text/tidy.ts'

/**
 * Markup, and not the name of an element that a text is about: a tag that is closed, that has attributes, that breaks
 * the line, or that begins the text.
 */
const markup = /<\/[a-z][a-z0-9]*>|<[a-z][a-z0-9]*\s[^<>]{0,200}>|<br>|^<[a-z][a-z0-9]*>\S/i
const placeholder = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|<%|\$\{[^{}]*\}/
const noValue: ReadonlySet<string> = new Set(['[object Object]', 'undefined', 'null', 'NaN'])

/** Whether a text is what a template or script leaves where it had no value, or has yet to put one. */
export function isUnfilled(text: string): boolean {
  return ((text.includes('{') || text.includes('<')) && placeholder.test(text)) || noValue.has(text)
}

/**
 * The text that was meant where a page has escaped it twice, or holds markup: references decoded, tags taken out.
 * Null when nothing is left, and for what a template leaves unfilled.
 */
export function plainText(found: string): string | null {
  const decoded = found.includes('&') ? decodeHTMLStrict(found) : found
  const isMarkup = decoded.includes('<') && markup.test(decoded)
  const text = tidy(isMarkup ? decoded.replace(/<[^<>]{1,200}>/g, ' ') : decoded)
  return text === null || isUnfilled(text) ? null : text
}
