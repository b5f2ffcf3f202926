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
 * last one ends with an ellipsis after a whole word when the text is longer. A word that is longer than a line is cut.
 */
export function fitLines(text: string, box: { width: number; lines: number }, measure: Measure): Fitted {
  const words = text.trim().split(/\s+/)
  const whole = words.join(' ')
  const width = measure(whole)
  if (countLines(words, box.width, measure) <= box.lines) return { shown: whole, isCut: false, width }
  const kept = longestPrefix(words.length, (count) => {
    const last = `${words[count - 1]}${ELLIPSIS}`
    return countLines([...words.slice(0, count - 1), last], box.width, measure) <= box.lines
  })
  if (kept > 0) return { shown: words.slice(0, kept).join(' ') + ELLIPSIS, isCut: true, width }
  const [first = ''] = words
  const characters = [...first]
  const fitting = longestPrefix(
    characters.length,
    (count) => measure(characters.slice(0, count).join('') + ELLIPSIS) <= box.width * box.lines,
  )
  return { shown: characters.slice(0, fitting).join('') + ELLIPSIS, isCut: true, width }
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
