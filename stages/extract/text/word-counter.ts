import { decodedText, type SourceText } from '../html/source-text.ts'

/** Classes of characters by the word boundary rules of Unicode (UAX #29). */
const other = 0
const letter = 1
const digit = 2
/** `_` joins letters and digits; alone it is no word. */
const connector = 3
/** `'` and `.` stand inside words and numbers. */
const insideBoth = 4
/** `,` and `;` stand inside numbers. */
const insideNumbers = 5
/** `:` stands inside words. */
const insideWords = 6
const space = 7
/** Class unknown here, or a character reference: left to the segmenter. */
const beyond = 8
const ampersand = 0x26
const semicolon = 0x3b
const maxReferenceChars = 8

/** Characters with a class here: Latin and Cyrillic letters, the punctuation of European texts, arrows and other signs. */
const classes = new Uint8Array(0x10000).fill(beyond)
classes.fill(other, 0, 0x80).fill(letter, 0x41, 0x5b).fill(letter, 0x61, 0x7b).fill(digit, 0x30, 0x3a)
classes
  .fill(letter, 0xc0, 0x250)
  .fill(letter, 0x400, 0x482)
  .fill(other, 0x2000, 0x200c)
  .fill(other, 0x2010, 0x2018)
  .fill(other, 0x201a, 0x2024)
  .fill(other, 0x20a0, 0x20d0)
  .fill(other, 0x2190, 0x24b6)
  .fill(other, 0x2500, 0x2c00)
const kindsOfSigns: readonly (readonly [string, number])[] = [
  ['\t\n\f\r ', space],
  [`'.\u2018\u2019`, insideBoth],
  [',;', insideNumbers],
  [':\u00b7', insideWords],
  ['_', connector],
  ['&', beyond],
  ['\u00d7\u00f7\u00ab\u00bb\u00a0\u00a9\u00ae\u00a7\u00b0\u2026', other],
]
for (const [signs, kind] of kindsOfSigns) for (const sign of signs) classes[sign.charCodeAt(0)] = kind

function kindOf(code: number): number {
  return classes[code] ?? beyond
}

/** The most common character references; others are left to the segmenter. */
const references: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ' ': '&nbsp; &#160; &amp; &#38; &#038; &#x26;',
    '"': '&quot; &#34; &#034; &ldquo; &rdquo; &bdquo; &laquo; &raquo; &#8220; &#8221; &#8222; &#171; &#187;',
    "'": '&#39; &#039; &apos; &#x27; &rsquo; &#8217; &#x2019;',
    '-': '&ndash; &mdash; &hellip; &#8211; &#8212; &#8230; &#x2013; &#x2014; &copy; &#169; &lt; &gt;',
    a: '&auml; &ouml; &uuml; &Auml; &Ouml; &Uuml; &szlig; &eacute; &egrave; &agrave; &ecirc; &ccedil; &ntilde;',
  }).flatMap(([kindred, written]) => written.split(' ').map((reference) => [reference, kindred])),
)

function isSign(kind: number): boolean {
  return kind === other || (kind >= insideBoth && kind <= insideWords)
}

let segmenter: Intl.Segmenter | undefined

/** Number of words of `text` by `Intl.Segmenter`. `:` within a word joins it. */
function countSegmentedWords(text: string): number {
  if (text === '') return 0
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count++
  return count
}

/**
 * Counts words in text that arrives in pieces. Runs of known characters between white space are counted here, by
 * the rules of the segmenter and many times faster. All other runs go to the segmenter at once, at the end.
 */
export class WordCounter {
  readonly #source: string
  readonly #codes: Uint16Array
  readonly #maxSegmented: number
  #words = 0
  /** Where the pieces of the current run begin and end, alternating. */
  readonly #stretch: number[] = []
  #stretchLength = 0
  /** Where the run begins in the piece that is being added. */
  #from = 0
  #isKnown = true
  #stretchWords = 0
  #inSegment = false
  #isCounted = false
  #last = other
  #middle = other
  #unsegmented: string[] = []
  #segmentedChars = 0
  #unknownChars = 0

  /** `maxSegmentedChars` limits the text for the segmenter. */
  constructor({ text, codes }: SourceText, maxSegmentedChars = 2_000_000) {
    this.#source = text
    this.#codes = codes
    this.#maxSegmented = maxSegmentedChars
  }

  /** Adds the given range of the source, character references undecoded. It continues where the last piece ended. */
  add(start: number, end: number): void {
    this.#from = this.#stretchLength === 0 ? this.#afterPlainWords(start, end) : start
    for (let at = this.#from; at < end; ) {
      at = this.#take(at, end)
      if (at === this.#from) {
        at = this.#afterPlainWords(at, end)
        this.#from = at
      }
    }
    if (this.#from < end) this.#addPiece(this.#from, end)
  }

  /** Consumes the letters or the sign at `at`, or ends the run. Returns where to continue. */
  #take(at: number, end: number): number {
    const code = this.#codes[at] ?? 0
    const length = code === ampersand ? this.#referenceAt(at, end) : 1
    const kind = length > 1 ? this.#kindOfReference(at, length) : kindOf(code)
    if (kind === space) {
      this.#endStretch(at)
      this.#from = at + length
      return this.#from
    }
    if (this.#isKnown) this.#addToStretch(kind)
    return kind === letter ? this.#afterLetters(at + length, end) : at + length
  }

  #afterLetters(start: number, end: number): number {
    let at = start
    while (at < end && kindOf(this.#codes[at] ?? 0) === letter) at++
    return at
  }

  /** Counts plain words: letters, at most one sign, white space. Returns where the first other word begins. */
  #afterPlainWords(start: number, end: number): number {
    let words = 0
    let from = start
    for (let at = start; at < end; at++) {
      const kind = kindOf(this.#codes[at] ?? 0)
      if (kind === letter) continue
      const isSpace = kind === space
      if (!isSpace && !(at > from && isSign(kind) && this.#isSpace(at + 1, end))) break
      if (at > from) words++
      if (!isSpace) at++
      from = at + 1
    }
    this.#words += words
    return from
  }

  #isSpace(at: number, end: number): boolean {
    return at < end && kindOf(this.#codes[at] ?? 0) === space
  }

  /** Ends the current word: the next piece begins another one. */
  separate(): void {
    if (this.#stretchLength === 0) return
    if (this.#isKnown) this.#words += this.#stretchWords
    else this.#keepForSegmenter(this.#written())
    this.#stretchLength = 0
    this.#isKnown = true
    this.#stretchWords = 0
    this.#endSegment()
  }

  /** Total count. Text beyond `maxSegmentedChars` is counted in proportion. */
  total(): number {
    this.separate()
    const segmented = countSegmentedWords(decodedText(this.#unsegmented.join(' ')))
    const share = Math.max(1, this.#segmentedChars) / Math.max(1, this.#unknownChars)
    return this.#words + Math.round(segmented / share)
  }

  /** The current run as it stands in the source. */
  #written(): string {
    const pieces = this.#stretch
    let text = ''
    for (let at = 0; at < this.#stretchLength; at += 2) text += this.#source.slice(pieces[at], pieces[at + 1])
    return text
  }

  #keepForSegmenter(stretch: string): void {
    this.#unknownChars += stretch.length
    const room = this.#maxSegmented - this.#segmentedChars
    if (room <= 0) return
    this.#unsegmented.push(stretch.length > room ? stretch.slice(0, room) : stretch)
    this.#segmentedChars += Math.min(stretch.length, room)
  }

  /** Length of the character reference that begins here, if it is a known one; else 1. */
  #referenceAt(at: number, end: number): number {
    const last = Math.min(end, at + maxReferenceChars)
    for (let to = at + 1; to < last; to++)
      if (this.#codes[to] === semicolon)
        return references.has(this.#source.slice(at, to + 1)) ? to + 1 - at : 1
    return 1
  }

  #kindOfReference(at: number, length: number): number {
    const kindred = references.get(this.#source.slice(at, at + length)) ?? '&'
    return kindOf(kindred.charCodeAt(0))
  }

  #addPiece(start: number, end: number): void {
    this.#stretch[this.#stretchLength++] = start
    this.#stretch[this.#stretchLength++] = end
  }

  #endStretch(end: number): void {
    if (this.#from < end) this.#addPiece(this.#from, end)
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
