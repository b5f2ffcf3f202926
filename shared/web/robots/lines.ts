/** Key of a line; `other` = unknown. */
export type Key = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'other'

/** A line with key and value, one octet per character. */
export interface Line {
  /** From 1. */
  readonly number: number
  /** As written, without surrounding white space. */
  readonly text: string
  readonly key: Key
  readonly value: string
}

/**
 * Longer lines are truncated, as in Google's parser: 8 times the longest URL of old browsers, minus the final
 * NUL.
 */
const maxLineLength = 2083 * 8 - 1

/** Prefixes that are accepted for a key, including frequent typing errors, as in Google's parser. */
const keys: readonly (readonly [RegExp, Key])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site-?map/i, 'sitemap'],
  [/^crawl-?delay/i, 'crawl-delay'],
]

/**
 * Reads the lines with a key (RFC 9309, section 2.2). A line ends with CR, LF or CR LF. A byte order mark,
 * even an incomplete one, is skipped.
 */
export function* readLines(text: string): Generator<Line> {
  const start = /^(\xef(\xbb\xbf?)?)?/.exec(text)?.[0].length ?? 0
  const nextLf = forwardFinder(text, '\n')
  const nextCr = forwardFinder(text, '\r')
  let number = 1
  for (let from = start; from < text.length; number += 1) {
    const cr = nextCr(from)
    const to = Math.min(cr, nextLf(from))
    const line = to === from ? null : readLine(text.slice(from, Math.min(to, from + maxLineLength)), number)
    if (line !== null) yield line
    from = to + (to === cr && text[to + 1] === '\n' ? 2 : 1)
  }
}

/**
 * Creates a function that finds the next position of `character` from a position on, or the end of the text.
 * The positions must not decrease.
 */
function forwardFinder(text: string, character: string): (from: number) => number {
  let at = -1
  return (from) => {
    if (at < from) at = text.indexOf(character, from)
    if (at < 0) at = text.length
    return at
  }
}

function readLine(text: string, number: number): Line | null {
  const hash = text.indexOf('#')
  const bare = trimmed(hash < 0 ? text : text.slice(0, hash))
  const colon = bare.indexOf(':')
  const at = colon < 0 ? forgottenColon(bare) : colon
  if (at < 1) return null
  const key = keyOf(trimmed(bare.slice(0, at)))
  return { number, text: trimmed(text), key, value: trimmed(bare.slice(at + 1)) }
}

function keyOf(name: string): Key {
  return keys.find(([start]) => start.test(name))?.[1] ?? 'other'
}

/** Google accepts `disallow /x` as `disallow: /x` if the line has exactly these two words. */
function forgottenColon(bare: string): number {
  return /^[^ \t]+[ \t]+[^ \t]+$/.test(bare) ? bare.search(/[ \t]/) : -1
}

/**
 * Trims ASCII white space. `String.prototype.trim` would also remove octet A0, the last octet of many UTF-8
 * characters.
 */
function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isSpace(text.charCodeAt(from))) from += 1
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}
