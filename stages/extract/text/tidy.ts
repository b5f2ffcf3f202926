const SPACE = 0x20
const DELETE = 0x7f

/** Whether `tidy` has anything to do; most texts are tidy. */
function isUntidy(text: string): boolean {
  let before = SPACE
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < SPACE || code === DELETE || (code === SPACE && before === SPACE)) return true
    before = code
  }
  const isAscii = before < DELETE && text.charCodeAt(0) < DELETE
  return before === SPACE || (!isAscii && /^\s|\s$/.test(text))
}

/** The text with white space collapsed and trimmed and control characters removed; null when nothing is left. */
export function tidy(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null
  if (!isUntidy(text)) return text
  const trimmed = text.trim()
  if (trimmed === '' || !isUntidy(trimmed)) return trimmed === '' ? null : trimmed
  const tidied = trimmed
    .replace(/[\t\n\f\r][\t\n\f\r ]*| [\t\n\f\r ]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return tidied === '' ? null : tidied
}

/** Lower-case (ASCII) tokens of a space-separated attribute (DOM Standard, ordered sets). */
export function tokensOf(value: string | null): string[] {
  return value === null
    ? []
    : value
        .toLowerCase()
        .split(/[\t\n\f\r ]+/)
        .filter((token) => token !== '')
}

/** Whether a text looks like an absolute or protocol-relative URL. */
export function isUrlLike(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text)
}

/** Whether a text holds a letter of any script. */
export function hasLetter(text: string): boolean {
  return /[a-z]/i.test(text) || /\p{L}/u.test(text)
}

/** The text from its first letter, mark or digit on, of any script. */
export function withoutLeadingSigns(text: string): string {
  return /^[a-z\d]/i.test(text) ? text : text.replace(/^[^\p{L}\p{M}\p{N}]+/u, '')
}
