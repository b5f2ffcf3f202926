import { isBlank, type SourceText } from './source-text.ts'

/**
 * How the content after a start tag is tokenized (HTML Standard, 13.2.6.2, and the rules for `plaintext`). That of
 * `noscript` is raw text to a browser and markup to a collector.
 */
export type Content = 'markup' | 'raw-text' | 'script' | 'noscript' | 'plain-text'

const SLASH = 0x2f
const GREATER_THAN = 0x3e

/** Whether the name of a tag ends before the code unit (HTML Standard, 13.2.5.8). */
export function endsTagName(code: number): boolean {
  return code <= GREATER_THAN && (code === GREATER_THAN || code === SLASH || isBlank(code))
}

/** Offset of the end tag that ends the content of the element whose name is the given range; else the end of the text. */
export function endOfContent(
  source: SourceText,
  start: number,
  content: Content,
  nameStart: number,
  nameEnd: number,
): number {
  if (content === 'plain-text') return source.length
  const end = endOfRawText(source, start, nameStart, nameEnd)
  const mayBeEscaped = content === 'script' && source.text.slice(start, end).includes('<!--')
  return mayBeEscaped ? endOfScript(source, start) : end
}

/** 13.2.5.11: only the end tag of the element itself ends its text. */
function endOfRawText(source: SourceText, start: number, nameStart: number, nameEnd: number): number {
  for (let at = source.text.indexOf('</', start); at >= 0; at = source.text.indexOf('</', at + 2)) {
    const end = at + 2 + nameEnd - nameStart
    if (endsTagName(source.codes[end] ?? 0) && isSameName(source, at + 2, nameStart, nameEnd)) return at
  }
  return source.length
}

/** Case-insensitive. Names of raw text elements consist of letters only. */
function isSameName({ codes }: SourceText, at: number, nameStart: number, nameEnd: number): boolean {
  for (let offset = nameEnd - nameStart - 1; offset >= 0; offset--)
    if (((codes[at + offset] ?? 0) | 0x20) !== ((codes[nameStart + offset] ?? 0) | 0x20)) return false
  return true
}

const scriptMarks = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi

/** What the marks of a script do in the states of 13.2.5.4 (plain), 13.2.5.20 and 13.2.5.26; others do nothing. */
const states = {
  plain: { '<!--': 'escaped' },
  escaped: { '-->': 'plain', '<script': 'doubled' },
  doubled: { '-->': 'plain', '</script': 'escaped' },
} as const satisfies Record<string, Record<string, string>>

/** 13.2.5.15 to 13.2.5.31: after `<!--` a script within the script has an end tag of its own, up to `-->`. */
function endOfScript({ text, length }: SourceText, start: number): number {
  let state: keyof typeof states = 'plain'
  scriptMarks.lastIndex = start
  for (let found = scriptMarks.exec(text); found !== null; found = scriptMarks.exec(text)) {
    const mark = found[0].toLowerCase()
    if (mark === '</script' && state !== 'doubled') return found.index
    const following: Readonly<Record<string, keyof typeof states>> = states[state]
    state = following[mark] ?? state
    // The dashes may begin the end of the comment: `<!-->`.
    if (mark === '<!--') scriptMarks.lastIndex -= 2
  }
  return length
}
