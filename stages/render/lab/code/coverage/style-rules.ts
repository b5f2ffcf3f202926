import type { Range } from './ranges.ts'

/** At-rules that contain style rules; all others, such as `@font-face` and `@keyframes`, contain none that could be unused. */
const GROUPS = /^(media|supports|layer|container|scope|starting-style|(-moz-)?document)$/
/** The name of an at-rule is looked for in so many characters. */
const MAX_NAME_CHARS = 40

/**
 * The style rules of a style sheet (CSS Syntax Level 3), from the selector to the closing brace, in order: not comments, white space and
 * at-rules of other kinds. Rules that are nested in a style rule are part of it. Takes linear time.
 */
export function styleRules(text: string): Range[] {
  const rules: Range[] = []
  for (let at = skipBlank(text, 0); at < text.length; at = skipBlank(text, at)) {
    const start = at
    at = findAny(text, at, '{;}')
    const isAtRule = text[start] === '@'
    if (text[at] !== '{') {
      // The end of a group, of an at-rule without a block, or of a faulty rule.
      at += 1
    } else if (isAtRule && GROUPS.test(nameAt(text, start))) {
      at += 1
    } else {
      at = blockEnd(text, at)
      if (!isAtRule) rules.push({ start, end: at })
    }
  }
  return rules
}

function nameAt(text: string, start: number): string {
  return /^@([\w-]+)/.exec(text.slice(start, start + MAX_NAME_CHARS))?.[1]?.toLowerCase() ?? ''
}

const BLANK = /\s+/y

/** The index of the next token that is neither white space nor a comment. */
function skipBlank(text: string, from: number): number {
  let at = from
  for (;;) {
    BLANK.lastIndex = at
    if (BLANK.test(text)) at = BLANK.lastIndex
    if (!text.startsWith('/*', at)) return at
    at = commentEnd(text, at)
  }
}

/** The index of the first of the characters outside of comments, strings, `url()` and brackets; the length of the text without any. */
function findAny(text: string, from: number, wanted: string): number {
  let depth = 0
  for (let at = from; at < text.length; ) {
    const char = text.charAt(at)
    if (depth === 0 && wanted.includes(char)) return at
    if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    at = tokenEnd(text, at, char)
    // A closing bracket too many is a fault that the next brace ends.
    depth = Math.max(0, depth)
  }
  return text.length
}

/** The index after the block that begins at `from`. */
function blockEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; ) {
    const char = text.charAt(at)
    if (char === '{') depth += 1
    else if (char === '}' && --depth === 0) return at + 1
    at = tokenEnd(text, at, char)
  }
  return text.length
}

/** The index after the comment, string, escape or `url()` that begins with the character at `at`, else after that character. */
function tokenEnd(text: string, at: number, char: string): number {
  if (char === '\\') return at + 2
  if (char === '"' || char === "'") return stringEnd(text, at, char)
  if (char === '/' && text[at + 1] === '*') return commentEnd(text, at)
  if (char === '(' && /url$/i.test(text.slice(Math.max(0, at - 3), at))) return urlEnd(text, at)
  return at + 1
}

function commentEnd(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2)
  return end === -1 ? text.length : end + 2
}

const STRING_PART = /["'\\\n]/g

/** A string also ends with its line. */
function stringEnd(text: string, at: number, quote: string): number {
  STRING_PART.lastIndex = at + 1
  for (let part = STRING_PART.exec(text); part !== null; part = STRING_PART.exec(text)) {
    if (part[0] === quote || part[0] === '\n') return part.index + 1
    if (part[0] === '\\') STRING_PART.lastIndex = part.index + 2
  }
  return text.length
}

/** The index of the closing bracket of `url(` without quotes, which may contain any other character; else after the bracket. */
function urlEnd(text: string, at: number): number {
  if (/^\s*["']/.test(text.slice(at + 1, at + MAX_NAME_CHARS))) return at + 1
  const end = text.indexOf(')', at)
  return end === -1 ? text.length : end
}
