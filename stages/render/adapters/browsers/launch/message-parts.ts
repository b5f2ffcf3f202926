const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST = 0x5b
const OBJECT = 0x7b

/** Counts the parts of one JSON text that comes in pieces: strings, lists, objects, commas and escaped characters. Takes linear time. */
export class PartCounter {
  #count = 0
  #isInString = false
  #isEscaped = false

  get count(): number {
    return this.#count
  }

  add(piece: string): void {
    if (this.#isInString && !this.#isEscaped && isPlain(piece)) return
    for (let at = 0; at < piece.length; at++) this.#read(piece.charCodeAt(at))
  }

  #read(code: number): void {
    if (!this.#isInString) {
      this.#isInString = code === QUOTE
      if (this.#isInString || code === COMMA || code === LIST || code === OBJECT) this.#count += 1
    } else if (this.#isEscaped) this.#isEscaped = false
    else if (code === BACKSLASH) {
      this.#isEscaped = true
      this.#count += 1
    } else if (code === QUOTE) this.#isInString = false
  }
}

/** Whether a string that holds all of the piece goes on after it: so do almost all pieces of a picture. */
function isPlain(piece: string): boolean {
  return !piece.includes('"') && !piece.includes('\\')
}
