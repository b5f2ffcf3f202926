import type { SourceText } from './source-text.ts'

/** How the content after a start tag is tokenized (HTML Standard, 13.2.6.2, and the rules for `plaintext`). */
export type Content = 'markup' | 'raw-text' | 'plain-text'

/** Receives the tokens of a page as ranges of its text, character references as written. */
export interface TokenSink {
  /** Inside svg or math, where CDATA sections are text. */
  readonly isInForeignContent: boolean
  /** A start tag begins; the range is its name. Its attributes follow, then `endStartTag`. */
  beginStartTag(start: number, end: number): void
  attributeName(start: number, end: number): void
  attributeValue(start: number, end: number): void
  /** `end` is the end of the whole tag. */
  endStartTag(end: number, isSelfClosing: boolean): Content
  endTag(start: number, end: number): void
  /** Adjacent pieces may come one by one. */
  text(start: number, end: number): void
}

const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const EXCLAMATION = 0x21
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const SLASH = 0x2f
const LESS_THAN = 0x3c
const EQUALS = 0x3d
const GREATER_THAN = 0x3e
const QUESTION = 0x3f

/** The code unit at an offset; 0 behind the end. */
function codeAt({ codes }: SourceText, at: number): number {
  return codes[at] ?? 0
}

function isBlank(code: number): boolean {
  return (
    code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED
  )
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function endsTagName(code: number): boolean {
  return code <= GREATER_THAN && (code === GREATER_THAN || code === SLASH || isBlank(code))
}

function endsAttributeName(code: number): boolean {
  return code <= GREATER_THAN && (code === EQUALS || endsTagName(code))
}

function afterBlanks(source: SourceText, start: number): number {
  let at = start
  while (at < source.length && isBlank(codeAt(source, at))) at++
  return at
}

/** Next offset of the character; the end of the text without one. */
function next(source: SourceText, code: number, start: number): number {
  let at = start
  while (at < source.length && codeAt(source, at) !== code) at++
  return at
}

/** Offset behind a match at `index`; the end of the text without a match. */
function behind(source: SourceText, index: number, length: number): number {
  return index < 0 ? source.length : index + length
}

/** The next `<` that begins a tag or a comment (13.2.5.6); any other `<` is text. */
function nextMarkup(source: SourceText, start: number): number {
  for (let at = next(source, LESS_THAN, start); at < source.length; at = next(source, LESS_THAN, at + 1)) {
    const code = codeAt(source, at + 1)
    if (isLetter(code) || code === SLASH || code === EXCLAMATION || code === QUESTION) return at
  }
  return source.length
}

/** 13.2.5.36 to 13.2.5.39. Returns where to continue. A value without an end takes the rest of the page. */
function readValue(source: SourceText, start: number, sink: TokenSink): number {
  const quote = codeAt(source, start)
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const end = next(source, quote, start + 1)
    sink.attributeValue(start + 1, end)
    return end + 1
  }
  let end = start
  while (end < source.length && codeAt(source, end) !== GREATER_THAN && !isBlank(codeAt(source, end))) end++
  sink.attributeValue(start, end)
  return end
}

/** 13.2.5.33 and 13.2.5.34: a leading `=` belongs to the name. */
function readAttribute(source: SourceText, start: number, sink: TokenSink): number {
  let end = start + 1
  while (end < source.length && !endsAttributeName(codeAt(source, end))) end++
  sink.attributeName(start, end)
  const at = afterBlanks(source, end)
  return codeAt(source, at) === EQUALS ? readValue(source, afterBlanks(source, at + 1), sink) : at
}

function endOfTagName(source: SourceText, start: number): number {
  let at = start
  while (at < source.length && !endsTagName(codeAt(source, at))) at++
  return at
}

/**
 * Reads a start tag and, if it begins raw text, that text too. A tag that the page ends in is dropped (13.2.5,
 * eof-in-tag).
 */
function readStartTag(source: SourceText, start: number, sink: TokenSink): number {
  const nameEnd = endOfTagName(source, start)
  sink.beginStartTag(start, nameEnd)
  let at = nameEnd
  let hasSlash = false
  while (at < source.length) {
    const code = codeAt(source, at)
    if (code === GREATER_THAN) {
      const content = sink.endStartTag(at + 1, hasSlash)
      return content === 'markup' ? at + 1 : readText(source, at + 1, content, start, nameEnd, sink)
    }
    hasSlash = code === SLASH
    if (hasSlash || isBlank(code)) at++
    else at = readAttribute(source, at, sink)
  }
  return at
}

/** Reads text without markup, up to the end tag of the element whose name is the given range. */
function readText(
  source: SourceText,
  start: number,
  content: Content,
  nameStart: number,
  nameEnd: number,
  sink: TokenSink,
): number {
  const end = content === 'plain-text' ? source.length : endOfRawText(source, start, nameStart, nameEnd)
  if (end > start) sink.text(start, end)
  return end
}

/** 13.2.5.11: only the end tag of the element itself ends its text. */
function endOfRawText(source: SourceText, start: number, nameStart: number, nameEnd: number): number {
  for (let at = source.text.indexOf('</', start); at >= 0; at = source.text.indexOf('</', at + 2)) {
    const end = at + 2 + nameEnd - nameStart
    if (endsTagName(codeAt(source, end)) && isSameName(source, at + 2, nameStart, nameEnd)) return at
  }
  return source.length
}

/** Case-insensitive. Names of raw text elements consist of letters only. */
function isSameName(source: SourceText, at: number, nameStart: number, nameEnd: number): boolean {
  for (let offset = nameEnd - nameStart - 1; offset >= 0; offset--)
    if ((codeAt(source, at + offset) | 0x20) !== (codeAt(source, nameStart + offset) | 0x20)) return false
  return true
}

/** 13.2.5.7: `</` before anything but a name is a comment. Attributes of end tags are ignored. */
function readEndTag(source: SourceText, start: number, sink: TokenSink): number {
  if (isLetter(codeAt(source, start))) sink.endTag(start, endOfTagName(source, start))
  return next(source, GREATER_THAN, start) + 1
}

/** 13.2.5.42: a comment, a CDATA section, or else a DOCTYPE or bogus comment that ends at the next `>`. */
function readDeclaration(source: SourceText, start: number, sink: TokenSink): number {
  if (source.text.startsWith('--', start)) return endOfComment(source, start + 2)
  if (!sink.isInForeignContent || !source.text.startsWith('[CDATA[', start))
    return next(source, GREATER_THAN, start) + 1
  const end = source.text.indexOf(']]>', start + 7)
  sink.text(start + 7, end < 0 ? source.length : end)
  return behind(source, end, 3)
}

const endOfComments = /--!?>/g

/** 13.2.5.43 to 13.2.5.52. */
function endOfComment(source: SourceText, start: number): number {
  if (source.text.startsWith('>', start)) return start + 1
  if (source.text.startsWith('->', start)) return start + 2
  endOfComments.lastIndex = start
  return endOfComments.test(source.text) ? endOfComments.lastIndex : source.length
}

/**
 * Tokenizes as section 13.2.5 of the HTML Standard does, without what no collector reads: character references
 * stay as written, comments are skipped, and scripts end at the first `</script`. Time is linear in the text.
 */
export function tokenize(source: SourceText, sink: TokenSink): void {
  for (let at = 0; at < source.length; ) {
    const markup = nextMarkup(source, at)
    if (markup > at) sink.text(at, markup)
    const code = codeAt(source, markup + 1)
    if (isLetter(code)) at = readStartTag(source, markup + 1, sink)
    else if (code === SLASH) at = readEndTag(source, markup + 2, sink)
    else if (code === EXCLAMATION) at = readDeclaration(source, markup + 2, sink)
    else at = next(source, GREATER_THAN, markup + 1) + 1
  }
}
