import { decodedText, rawText } from './source-text.ts'

/** Divides runs of text; a control character that texts do not hold. */
export const runEnd = '\u001f'

/** Number of texts that are captured at the same time. */
const maxCaptures = 16

interface CaptureOptions {
  readonly maxChars: number
  /** For a script or title, whose text belongs to no other element. */
  readonly isOfHidden: boolean
  /** Scripts have no character references (13.1.2, raw text elements). */
  readonly isRaw: boolean
  /** Whether `runEnd` stands between the runs of text. */
  readonly dividesRuns?: boolean
}

interface Capture extends CaptureOptions {
  /** Pieces before the current range. */
  text: string
  /** The current range. It is cut out of the source only when it ends. */
  start: number
  end: number
  length: number
}

/** The elements whose text is being captured. */
export class TextCaptures {
  readonly #source: string
  readonly #active: Capture[] = []

  /** Captures ranges of `source`. */
  constructor(source: string) {
    this.#source = source
  }

  get isFull(): boolean {
    return this.#active.length >= maxCaptures
  }

  get isEmpty(): boolean {
    return this.#active.length === 0
  }

  /** Begins a capture. The returned function ends it and returns its text with character references decoded. */
  begin(options: CaptureOptions): () => string {
    const capture: Capture = { ...options, text: '', start: 0, end: 0, length: 0 }
    this.#active.push(capture)
    return () => {
      this.#active.splice(this.#active.indexOf(capture), 1)
      const written = capture.text + this.#source.slice(capture.start, capture.end)
      return capture.isRaw ? rawText(written) : decodedText(written)
    }
  }

  /** Adds a range of the source, as written, to all captures that accept it. */
  add(start: number, end: number, isHidden: boolean): void {
    for (const capture of this.#active) {
      const room = capture.maxChars - capture.length
      if (capture.isOfHidden !== isHidden || room <= 0) continue
      if (capture.end !== start) this.#cutOut(capture, start)
      capture.end = end - start > room ? start + room : end
      capture.length += capture.end - start
    }
  }

  /** Adds a space between blocks. */
  separate(): void {
    for (const capture of this.#active) {
      if (capture.isOfHidden || capture.length >= capture.maxChars) continue
      this.#cutOut(capture, 0)
      capture.text += ' '
      capture.length++
    }
  }

  /** Cuts the current range out of the source; the next range begins at `start`. */
  #cutOut(capture: Capture, start: number): void {
    if (capture.end > capture.start) {
      capture.text += this.#source.slice(capture.start, capture.end)
      if (capture.dividesRuns) capture.text += runEnd
    }
    capture.start = start
    capture.end = start
  }
}
