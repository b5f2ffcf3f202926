/** The width of a text in pixels, in one font. */
export type Measure = (text: string) => number

/** A text as a box of lines shows it. */
export interface Fitted {
  /** The text that is seen, with an ellipsis where it was cut. */
  readonly shown: string
  readonly isCut: boolean
  /** Width of the whole text on one line, in pixels. */
  readonly width: number
}

const ELLIPSIS = ' ...'

/**
 * Fits a text into `lines` lines of `width` pixels, as a list of search results does: lines break between words, and the
 * last one ends with an ellipsis after a whole word when the text is longer. A word that is longer than a
 * line is cut: languages without spaces have such ones.
 */
export function fitLines(text: string, box: { width: number; lines: number }, measure: Measure): Fitted {
  const words = text.trim().split(/\s+/)
  const whole = words.join(' ')
  const width = measure(whole)
  if (countLines(words, box.width, measure) <= box.lines) return { shown: whole, isCut: false, width }
  const fits = (seen: readonly string[], last: string) =>
    countLines([...seen, last + ELLIPSIS], box.width, measure) <= box.lines
  const kept = longestPrefix(words.length, (count) => fits(words.slice(0, count - 1), words[count - 1] ?? ''))
  const seen = words.slice(0, kept)
  const next = words[kept] ?? ''
  if (kept > 0 && measure(next) <= box.width) return { shown: seen.join(' ') + ELLIPSIS, isCut: true, width }
  const characters = [...next]
  const part = (count: number) => characters.slice(0, count).join('')
  const fitting = longestPrefix(characters.length, (count) => fits(seen, part(count)))
  const shown = fitting === 0 ? seen : [...seen, part(fitting)]
  return { shown: shown.join(' ') + ELLIPSIS, isCut: true, width }
}

/** Lines that the words take; a word wider than a line takes as many as it fills. */
function countLines(words: readonly string[], width: number, measure: Measure): number {
  let lines = 1
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines += 1
    lines += Math.max(0, Math.ceil(measure(word) / width) - 1)
    line = word
  }
  return lines
}

/** The largest count from 0 to `most` for which `fits` holds; it holds for all smaller ones too. */
function longestPrefix(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
