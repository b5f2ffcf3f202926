import { decodedText, rawText } from './source-text.ts'

export interface CaptureOptions {
  readonly maxChars: number
  /** The text of a script or title belongs to it alone. */
  readonly isOfHidden: boolean
  /** Scripts have no character references (13.1.2, raw text elements). */
  readonly isRaw: boolean
}

interface Capture extends CaptureOptions {
  text: string
}

/** The elements whose text is being collected right now. */
export class Captures {
  readonly #max: number
  readonly #active: Capture[] = []

  constructor(max: number) {
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
    const capture: Capture = { ...options, text: '' }
    this.#active.push(capture)
    return () => {
      this.#active.splice(this.#active.indexOf(capture), 1)
      return capture.isRaw ? rawText(capture.text) : decodedText(capture.text)
    }
  }

  /** Adds text, as written, to all that take it. */
  add(text: string, isHidden: boolean): void {
    for (const capture of this.#active) {
      if (capture.isOfHidden !== isHidden || capture.text.length >= capture.maxChars) continue
      const room = capture.maxChars - capture.text.length
      capture.text += text.length > room ? text.slice(0, room) : text
    }
  }
}
