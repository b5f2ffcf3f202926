import { decodedText, rawText } from './source-text.ts'

export interface CaptureOptions {
  readonly maxChars: number
  /** The text of a script or title belongs to it alone. */
  readonly isOfHidden: boolean
  /** Scripts have no character references (13.1.2, raw text elements). */
  readonly isRaw: boolean
}

interface Capture extends CaptureOptions {
  /** Pieces that came before the one below. */
  text: string
  /** The last piece, cut out only when it turns out to end. */
  start: number
  end: number
  length: number
}

/** The elements whose text is being collected right now. */
export class TextCaptures {
  readonly #source: string
  readonly #max: number
  readonly #active: Capture[] = []

  /** At most `max` at a time, of ranges of `source`. */
  constructor(source: string, max: number) {
    this.#source = source
    this.#max = max
  }

  get isFull(): boolean {
    return this.#active.length >= this.#max
  }

  get isEmpty(): boolean {
    return this.#active.length === 0
  }

  /** Begins one; the returned function ends it and gives its text, character references decoded. */
  begin(options: CaptureOptions): () => string {
    const capture: Capture = { ...options, text: '', start: 0, end: 0, length: 0 }
    this.#active.push(capture)
    return () => {
      this.#active.splice(this.#active.indexOf(capture), 1)
      const written = capture.text + this.#source.slice(capture.start, capture.end)
      return capture.isRaw ? rawText(written) : decodedText(written)
    }
  }

  /** Adds a range of the source, as written, to all that take it. */
  add(start: number, end: number, isHidden: boolean): void {
    for (const capture of this.#active) {
      const room = capture.maxChars - capture.length
      if (capture.isOfHidden !== isHidden || room <= 0) continue
      if (capture.end !== start) this.#cutOut(capture, start)
      capture.end = end - start > room ? start + room : end
      capture.length += capture.end - start
    }
  }

  /** Adds a space, between blocks. */
  separate(): void {
    for (const capture of this.#active) {
      if (capture.isOfHidden || capture.length >= capture.maxChars) continue
      this.#cutOut(capture, 0)
      capture.text += ' '
      capture.length++
    }
  }

  /** Keeps the last piece; the next one begins at `start`. */
  #cutOut(capture: Capture, start: number): void {
    if (capture.end > capture.start) capture.text += this.#source.slice(capture.start, capture.end)
    capture.start = start
    capture.end = start
  }
}
