const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** More words than a title can have. */
const MAX_CHARS = 2_000

/** Words of a short text in lower case, by the rules of Unicode (UAX 29): Japanese, Chinese and Thai ones too. */
export function wordsOf(text: string): string[] {
  const segments = [...segmenter.segment(text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase())]
  return segments.flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}

/** Lower case, one width, punctuation and white space reduced to single blanks: to see whether two texts say the same. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
}
