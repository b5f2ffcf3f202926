import { type Content, endOfContent, endsTagName } from './raw-text.ts'
import { afterBlanks, isBlank, type SourceText } from './source-text.ts'

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

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function endsAttributeName(code: number): boolean {
  return code <= GREATER_THAN && (code === EQUALS || endsTagName(code))
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

/** The next `<` that begins a tag or a comment (13.2.5.6, 13.2.5.7); any other `<` is text. */
function nextMarkup(source: SourceText, start: number): number {
  for (let at = next(source, LESS_THAN, start); at < source.length; at = next(source, LESS_THAN, at + 1)) {
    const code = codeAt(source, at + 1)
    if (isLetter(code) || code === EXCLAMATION || code === QUESTION) return at
    if (code === SLASH && at + 2 < source.length) return at
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
  const at = afterBlanks(source, end, source.length)
  return codeAt(source, at) === EQUALS
    ? readValue(source, afterBlanks(source, at + 1, source.length), sink)
    : at
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
      return content === 'markup' || (content === 'noscript' && source.isNoscript)
        ? at + 1
        : readContent(source, at + 1, content, start, nameEnd, sink)
    }
    hasSlash = code === SLASH
    if (hasSlash || isBlank(code)) at++
    else at = readAttribute(source, at, sink)
  }
  return at
}

/**
 * Reads the content of an element whose name is the given range and whose content is no markup of the page. That of
 * `noscript` is read as markup, but nothing in it reaches beyond its end tag.
 */
function readContent(
  source: SourceText,
  start: number,
  content: Exclude<Content, 'markup'>,
  nameStart: number,
  nameEnd: number,
  sink: TokenSink,
): number {
  const end = endOfContent(source, start, content, nameStart, nameEnd)
  if (content === 'noscript') tokenizeFrom(noscriptOf(source, end), start, sink)
  else if (end > start) sink.text(start, end)
  return end
}

function noscriptOf({ text, codes }: SourceText, end: number): SourceText {
  return { text: text.slice(0, end), length: end, codes, isNoscript: true }
}

/**
 * 13.2.5.7: `</` before anything but a name is a comment. Attributes of end tags are ignored, and an end tag that the
 * page ends in is dropped (13.2.5, eof-in-tag).
 */
function readEndTag(source: SourceText, start: number, sink: TokenSink): number {
  const end = next(source, GREATER_THAN, start)
  if (end < source.length && isLetter(codeAt(source, start))) sink.endTag(start, endOfTagName(source, start))
  return end + 1
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
 * stay as written, and comments are skipped. Time is linear in the text.
 */
export function tokenize(source: SourceText, sink: TokenSink): void {
  tokenizeFrom(source, 0, sink)
}

function tokenizeFrom(source: SourceText, start: number, sink: TokenSink): void {
  for (let at = start; at < source.length; ) {
    const markup = nextMarkup(source, at)
    if (markup > at) sink.text(at, markup)
    const code = codeAt(source, markup + 1)
    if (isLetter(code)) at = readStartTag(source, markup + 1, sink)
    else if (code === SLASH) at = readEndTag(source, markup + 2, sink)
    else if (code === EXCLAMATION) at = readDeclaration(source, markup + 2, sink)
    else at = next(source, GREATER_THAN, markup + 1) + 1
  }
}
