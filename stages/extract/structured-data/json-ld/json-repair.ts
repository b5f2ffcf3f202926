const wrappersBefore = /^\uFEFF?(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[\s*(?:\*\/)?)/
const wrappersAfter = ['-->', '//]]>', '// ]]>', '/*]]>*/', '/* ]]> */', ']]>', '//', ';']
/** Maximum number of nested wrappers that are removed. */
const maxWrappers = 8

/**
 * The text inside wrappers that templates leave around JSON: HTML comments, CDATA sections, semicolons, a byte
 * order mark.
 */
function unwrapped(text: string): { readonly inner: string; readonly start: number } {
  let inner = text.trim()
  let start = text.length - text.trimStart().length
  for (let round = 0; round < maxWrappers; round++) {
    const after = wrappersAfter.find((wrapper) => inner.endsWith(wrapper)) ?? ''
    const whole = inner.slice(0, inner.length - after.length)
    const before = wrappersBefore.exec(whole)?.[0].length ?? 0
    const cut = whole.slice(before).trimStart()
    if (cut.trimEnd() === inner) break
    start += whole.length - cut.length
    inner = cut.trimEnd()
  }
  return { inner, start }
}

/** JSON that was escaped as if scripts had character references; it then has no quotation mark of its own. */
const escapedQuote = /&(?:quot|#34|#x22);/gi

const escapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
}

function escaped(control: string): string {
  return escapes[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** End of the string that begins at `start`; the end of the text for an unclosed string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function endOfComment(text: string, start: number): number {
  const closing = text[start + 1] === '*' ? '*/' : '\n'
  const end = text.indexOf(closing, start + 2)
  return end < 0 ? text.length : end + closing.length
}

const interesting = /["/,]/g
const danglingComma = /,\s*[}\]]/y

/** Replacement of the piece of `text` that begins at `at`, and the end of that piece. */
function replacementAt(text: string, at: number): { readonly piece: string; readonly end: number } {
  if (text[at] === '"') {
    const end = endOfString(text, at)
    return { piece: text.slice(at, end).replace(/[\u0000-\u001f]/g, escaped), end }
  }
  if (text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*'))
    return { piece: ' ', end: endOfComment(text, at) }
  danglingComma.lastIndex = at
  const isDangling = danglingComma.test(text)
  return { piece: isDangling ? '' : text.slice(at, at + 1), end: at + 1 }
}

/** A repaired text with a mapping back to the original. */
export interface Repaired {
  readonly text: string
  /** Offset in the original for an offset in `text`. */
  originOf(index: number): number
}

class Pieces {
  readonly #pieces: string[] = []
  readonly #starts: number[] = []
  readonly #origins: number[] = []
  #length = 0

  add(piece: string, origin: number): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#starts.push(this.#length)
    this.#origins.push(origin)
    this.#length += piece.length
  }

  repaired(end: number): Repaired {
    const originOf = (index: number): number => {
      const piece = this.#starts.findLastIndex((start) => start <= index)
      return Math.min((this.#origins[piece] ?? 0) + index - (this.#starts[piece] ?? 0), end)
    }
    return { text: this.#pieces.join(''), originOf }
  }
}

/**
 * Repairs the common faults: wrappers, escaped quotation marks, raw control characters in strings, comments,
 * trailing commas. The result may still be invalid JSON. Time is linear in the text.
 */
export function repaired(text: string): Repaired {
  const { inner: written, start } = unwrapped(text)
  const inner = written.includes('"') ? written : written.replace(escapedQuote, '"')
  const pieces = new Pieces()
  let from = 0
  for (;;) {
    interesting.lastIndex = from
    const found = interesting.exec(inner)
    if (!found) break
    const { piece, end } = replacementAt(inner, found.index)
    pieces.add(inner.slice(from, found.index), start + from)
    pieces.add(piece, start + found.index)
    from = end
  }
  pieces.add(inner.slice(from), start + from)
  return pieces.repaired(text.length)
}
