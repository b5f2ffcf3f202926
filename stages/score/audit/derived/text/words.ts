/** Scripts without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han. */
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/

/** Words of the other scripts, close to the rules of Unicode (UAX #29) and many times faster than Intl.Segmenter. */
const spacedWord = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:['’.,:·][\p{L}\p{N}][\p{L}\p{M}\p{N}_]*)*/gu

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Whether a text has characters of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text)
}

/** The words of a text, as written. */
export function wordsIn(text: string): string[] {
  if (!isUnspaced(text)) return text.match(spacedWord) ?? []
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}
