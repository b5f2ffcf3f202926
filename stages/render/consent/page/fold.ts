/** Accents, and vowel points and dots of Hebrew, Arabic, Hindi and Bengali; joiners, and hyphens that are not shown. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u093c\u09bc]|[\u00ad\u200b-\u200f\u2060]|\ufe0f/g
/** Normalising runs of marks takes time in proportion to the square of their length. */
const LONG_RUN = /\p{M}{8,}/gu
const SAME_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  '’': "'",
  ʼ: "'",
  ʻ: "'",
}
/** Arabic, Persian and full-width digits, whose last four bits are their value. */
const DIGITS = /[٠-٩۰-۹０-９]/g

/** The text in lower case, without accents, and with one spelling for letters and spaces that differ only in form. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(LONG_RUN, '')
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[ßıςيىك’ʼʻ]/g, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The source of this file, for an isolated world. */
export const foldScript = [
  `const MARKS = ${MARKS}, LONG_RUN = ${LONG_RUN}, DIGITS = ${DIGITS}`,
  `const SAME_LETTERS = ${JSON.stringify(SAME_LETTERS)}`,
  String(fold),
]
