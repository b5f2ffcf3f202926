function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

/** Letters, digits, hyphen and underscore; ASCII, as in patterns. */
function isWordChar(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x2d || code === 0x5f
}

/**
 * Whether the range from `start` to `end` cuts no word. A pattern that ends in `-` or `_` may be followed by a
 * word.
 */
export function isWhole(text: string, start: number, end: number): boolean {
  const cutsBegin = isLetterOrDigit(text.charCodeAt(start)) && isWordChar(text.charCodeAt(start - 1))
  const cutsEnd = isLetterOrDigit(text.charCodeAt(end - 1)) && isWordChar(text.charCodeAt(end))
  return !cutsBegin && !cutsEnd
}

/** Whether a text begins with the words. */
export function beginsWith(text: string, words: string): boolean {
  return text.startsWith(words) && isWhole(text, 0, words.length)
}

/** Whether a text contains the words. */
export function contains(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (isWhole(text, at, at + words.length)) return true
  return false
}
