/** Advance widths of Arial (metrics of Helvetica) in thousandths of the font size, from U+0020 to U+007E. */
const arial = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const TYPICAL = 556
const FULL_WIDTH = 1_000

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60]/u
const combining = /[\p{M}\p{Cf}]/u

/** Width in pixels of a line of text in Arial, the font of search results; full-width characters take one em. */
export function lineWidth(text: string, fontPixels: number): number {
  let thousandths = 0
  for (const character of text) thousandths += advanceOf(character)
  return Math.round((thousandths * fontPixels) / 1_000)
}

function advanceOf(character: string): number {
  const code = character.charCodeAt(0)
  if (code < 0x7f) return arial[code - 0x20] ?? 0
  if (combining.test(character)) return 0
  return wide.test(character) ? FULL_WIDTH : TYPICAL
}

/** Number of characters as readers count them; full-width ones count twice. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1
  return columns
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
