import { decodedText } from './source-text.ts'

/** What Unicode's word boundary rules (UAX #29) make of a character. */
const other = 0
const letter = 1
const digit = 2
/** `_` joins letters and digits; one alone makes no word. */
const connector = 3
/** `'` and `.` stand inside words and numbers. */
const insideBoth = 4
/** `,` and `;` stand inside numbers. */
const insideNumbers = 5
/** `:` stands inside words. */
const insideWords = 6
const space = 7
/** Of unknown kind, or a character reference: for the segmenter. */
const beyond = 8
const ampersand = 0x26
const blanks = ['&nbsp;', '&amp;']

/** Whose kind is known here: Latin and Cyrillic letters and the punctuation of European texts. */
const classes = new Uint8Array(0x2040).fill(beyond)
classes.fill(other, 0, 0x80).fill(letter, 0x41, 0x5b).fill(letter, 0x61, 0x7b).fill(digit, 0x30, 0x3a)
classes
  .fill(letter, 0xc0, 0x250)
  .fill(letter, 0x400, 0x482)
  .fill(other, 0x2010, 0x2017)
  .fill(other, 0x201a, 0x2024)
const kindsOfSigns: readonly (readonly [string, number])[] = [
  ['\t\n\f\r ', space],
  [`'.\u2019`, insideBoth],
  [',;', insideNumbers],
  [':', insideWords],
  ['_', connector],
  ['&', beyond],
  ['\u00d7\u00f7\u00ab\u00bb\u00a0\u00a9\u00ae\u00a7\u00b0\u2026', other],
]
for (const [signs, kind] of kindsOfSigns) for (const sign of signs) classes[sign.charCodeAt(0)] = kind

let segmenter: Intl.Segmenter | undefined

/** The words of `text` as `Intl.Segmenter` sees them; `:` within a word joins it, as it does there. */
function countSegmentedWords(text: string): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count++
  return count
}

/**
 * Counts words in text that arrives in pieces. Stretches between white space of known characters are counted here, by
 * the same rules as the segmenter's and many times faster; only the others go to the segmenter, all at once.
 */
export class WordCounter {
  readonly #source: string
  readonly #maxSegmented: number
  #words = 0
  #stretch = ''
  #isKnown = true
  #stretchWords = 0
  #inSegment = false
  #isCounted = false
  #last = other
  #middle = other
  #unsegmented: string[] = []
  #segmentedChars = 0
  #unknownChars = 0

  /** `maxSegmentedChars` bounds what the segmenter is given. */
  constructor(source: string, options: { readonly maxSegmentedChars: number }) {
    this.#source = source
    this.#maxSegmented = options.maxSegmentedChars
  }

  /** Adds the given range of the source, character references undecoded; it goes on where the last piece ended. */
  add(start: number, end: number): void {
    let from = start
    let isAfterLetter = false
    for (let at = start; at < end; at++) {
      const code = this.#source.charCodeAt(at)
      const kind = classes[code] ?? beyond
      if (isAfterLetter && kind === letter) continue
      isAfterLetter = kind === letter
      const blank = this.#blankAt(code, at, end)
      if (kind === space || blank > 1) {
        this.#endStretch(from, at)
        at += blank - 1
        from = at + 1
      } else if (this.#isKnown) {
        this.#addToStretch(kind)
      }
    }
    if (from < end) this.#stretch += this.#source.slice(from, end)
  }

  /** What comes next is another word, whatever it begins with. */
  separate(): void {
    if (this.#isKnown) this.#words += this.#stretchWords
    else this.#keepForSegmenter(this.#stretch)
    this.#stretch = ''
    this.#isKnown = true
    this.#stretchWords = 0
    this.#endSegment()
  }

  /** The count of all; what went beyond `maxSegmentedChars` is counted in proportion. */
  total(): number {
    this.separate()
    const segmented = countSegmentedWords(decodedText(this.#unsegmented.join(' ')))
    const share = Math.max(1, this.#segmentedChars) / Math.max(1, this.#unknownChars)
    return this.#words + Math.round(segmented / share)
  }

  #keepForSegmenter(stretch: string): void {
    this.#unknownChars += stretch.length
    const room = this.#maxSegmented - this.#segmentedChars
    if (room <= 0) return
    this.#unsegmented.push(stretch.length > room ? stretch.slice(0, room) : stretch)
    this.#segmentedChars += Math.min(stretch.length, room)
  }

  /** Length of one of the references that pages are full of and that part words as a space does; else 1. */
  #blankAt(code: number, at: number, end: number): number {
    if (code !== ampersand) return 1
    const blank = blanks.find((reference) => this.#source.startsWith(reference, at))
    return blank === undefined || at + blank.length > end ? 1 : blank.length
  }

  #endStretch(from: number, end: number): void {
    if (!this.#isKnown) this.#stretch += this.#source.slice(from, end)
    this.separate()
  }

  #addToStretch(kind: number): void {
    if (kind === beyond) this.#isKnown = false
    else if (kind === letter || kind === digit || kind === connector) this.#addWordCharacter(kind)
    else if (kind !== other && this.#inSegment && this.#middle === other) this.#middle = kind
    else this.#endSegment()
  }

  #addWordCharacter(kind: number): void {
    if (this.#middle !== other && !this.#joins(kind)) this.#endSegment()
    if (!this.#isCounted && (this.#inSegment || kind !== connector)) {
      this.#isCounted = true
      this.#stretchWords++
    }
    this.#inSegment = true
    this.#middle = other
    this.#last = kind
  }

  /** Rules WB6, WB7, WB11 and WB12. */
  #joins(kind: number): boolean {
    if (kind !== this.#last) return false
    if (kind === letter) return this.#middle === insideBoth || this.#middle === insideWords
    return kind === digit && (this.#middle === insideBoth || this.#middle === insideNumbers)
  }

  #endSegment(): void {
    this.#inSegment = false
    this.#isCounted = false
    this.#last = other
    this.#middle = other
  }
}
