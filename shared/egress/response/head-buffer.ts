const LF = 0x0a
const CR = 0x0d
const NOTHING = Buffer.alloc(0)

/** Where the head begins, and where it ends with the empty line. */
export interface HeadPlace {
  readonly start: number
  readonly end: number
}

/** Collects the bytes of a head until it is whole. Each byte is looked at once, however it arrives. */
export class HeadBuffer {
  /** What is held, and the room for it. */
  #bytes: Buffer = NOTHING
  #room: Buffer = NOTHING
  /** Where the first line begins, behind empty lines (RFC 9112, section 2.2). */
  #start = 0
  /** Where the search for the end goes on. */
  #from = 0

  /** Bytes that are held. */
  get length(): number {
    return this.#bytes.length
  }

  add(bytes: Buffer): void {
    if (this.#bytes.length === 0) this.#bytes = this.#room = bytes
    else this.#append(bytes)
  }

  /** Takes all bytes that are held. */
  take(): Buffer {
    const taken = this.#bytes
    this.#bytes = this.#room = NOTHING
    this.#start = this.#from = 0
    return taken
  }

  /**
   * Finds the head, whose lines end with LF, or CR LF. Null while it is not whole.
   */
  find(): HeadPlace | null {
    if (this.#from === this.#start) this.#skipEmptyLines()
    for (;;) {
      const lineEnd = this.#bytes.indexOf(LF, this.#from)
      this.#from = lineEnd < 0 ? this.#bytes.length : lineEnd
      const empty = lineEnd < 0 ? null : this.#emptyLine(lineEnd + 1)
      if (empty === null) return null
      if (empty > 0) return { start: this.#start, end: lineEnd + 1 + empty }
      this.#from = lineEnd + 1
    }
  }

  /** The length of the empty line at this place: 0 when it is none, null when its bytes are missing. */
  #emptyLine(at: number): number | null {
    if (at >= this.#bytes.length) return null
    if (this.#bytes[at] === LF) return 1
    if (this.#bytes[at] !== CR) return 0
    if (at + 1 >= this.#bytes.length) return null
    return this.#bytes[at + 1] === LF ? 2 : 0
  }

  #skipEmptyLines(): void {
    while (this.#start < this.#bytes.length && isLineEnd(this.#bytes[this.#start])) this.#start++
    this.#from = this.#start
  }

  /** Doubles the room, so that a head in many parts is copied a few times only. */
  #append(bytes: Buffer): void {
    const held = this.#bytes.length
    const needed = held + bytes.length
    if (needed > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed)
      this.#bytes.copy(larger)
      this.#room = larger
    }
    bytes.copy(this.#room, held)
    this.#bytes = this.#room.subarray(0, needed)
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR
}
