const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Maximum characters that are read. */
const MAX_CHARS = 2_000

/** Words of a short text in lower case, by the rules of Unicode (UAX #29), also in Japanese, Chinese and Thai. */
export function wordsOf(text: string): string[] {
  const segments = [...segmenter.segment(text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase())]
  return segments.flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}

/** A form to compare texts: lower case, one width, punctuation and white space reduced to single spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
}
