/** Reads the body of a response in the form in which it is transferred. */
export interface ResponseBody {
  /** Whether the connection is of no use after the body: its end is unclear, or bytes came after it. */
  readonly isLast: boolean
  /** Returns what the parser reads instead of these bytes: often the same buffer. Drops what comes after the body. */
  write(bytes: Buffer): Buffer
  /** Takes what was held back. */
  flush(): Buffer
}

/** A body of so many bytes. */
export class LengthBody implements ResponseBody {
  #remaining: number
  isLast = false

  constructor(length: number) {
    this.#remaining = length
  }

  write(bytes: Buffer): Buffer {
    this.isLast ||= bytes.length > this.#remaining
    const written = this.isLast ? bytes.subarray(0, this.#remaining) : bytes
    this.#remaining -= written.length
    return written
  }

  flush(): Buffer {
    return Buffer.alloc(0)
  }
}
