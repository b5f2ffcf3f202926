/** Characters of the longest expression, and of the longest regular expression in it, that are followed. */
const MAX_CHARS = 20_000
const MAX_REGEX_CHARS = 300

/** Characters that may still be looked at; a page chooses the text, and may make each expression as long as it can be. */
export interface Steps {
  left: number
}

/**
 * Where the JavaScript expression that begins at `from` ends: at the comma, semicolon or closing bracket after it, or after its last
 * function body. Null when it has no end within 20,000 characters, or no steps are left. Strings, comments, templates and regular
 * expressions are told by their looks, not parsed.
 */
export function expressionEnd(text: string, from: number, steps: Steps): number | null {
  return endOf(text, from, 0, steps)
}

/** Where the call ends whose arguments the text at `from` is among; like `expressionEnd`. */
export function callEnd(text: string, from: number, steps: Steps): number | null {
  return endOf(text, from, 1, steps)
}

/** `brackets`: how many are open at `from`. */
function endOf(whole: string, from: number, brackets: number, steps: Steps): number | null {
  const text = whole.slice(from, from + MAX_CHARS)
  let depth = brackets
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    if (depth === 0 && ',;)]}'.includes(char)) return from + at
    const end = tokenEnd(text, at, char)
    steps.left -= stepsOf(char, end - at)
    if (steps.left < 0) return null
    depth += depthChange(char)
    at = end
    const isClosed = depth === 0 && CLOSING.includes(char)
    if (isClosed && !CONTINUED.test(text.slice(at, at + 40))) return from + at
  }
  return depth === 0 && from + text.length === whole.length ? whole.length : null
}

/** A regular expression is looked for in so many characters, whether there is one or not. */
function stepsOf(char: string, length: number): number {
  return char === '/' ? Math.max(length, MAX_REGEX_CHARS) : length
}

const CLOSING = ')]}'

function depthChange(char: string): -1 | 0 | 1 {
  if ('([{'.includes(char)) return 1
  return CLOSING.includes(char) ? -1 : 0
}

/** After a bracket, an expression goes on with an operator or another bracket. */
const CONTINUED = /^\s*(?:[{([.?:&|=+\-*%<>^]|\/[^/*])/

const LINE_END = /[\n\r]/g
const REGEX = /^\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\//
/** What a regular expression follows; after other characters, a slash divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};\n]|return)\s?$/

/** The index after the string, comment or regular expression that begins at `at`, else after the character there. */
function tokenEnd(text: string, at: number, char: string): number {
  if (char === '"' || char === "'" || char === '`') return quotedEnd(text, at, char)
  if (char !== '/') return at + 1
  const next = text.charAt(at + 1)
  if (next === '*') return indexAfter(text.indexOf('*/', at + 2), 2, text)
  if (next === '/') {
    LINE_END.lastIndex = at
    return indexAfter(LINE_END.exec(text)?.index ?? -1, 1, text)
  }
  if (!BEFORE_REGEX.test(text.slice(Math.max(0, at - 8), at))) return at + 1
  return at + (REGEX.exec(text.slice(at, at + MAX_REGEX_CHARS))?.[0].length ?? 1)
}

function quotedEnd(text: string, at: number, quote: string): number {
  for (let end = at + 1; end < text.length; end++) {
    const char = text[end]
    if (char === '\\') end += 1
    else if (char === quote) return end + 1
  }
  return text.length
}

function indexAfter(index: number, length: number, text: string): number {
  return index === -1 ? text.length : index + length
}
