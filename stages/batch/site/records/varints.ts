/** Bytes of a number of 7 bits a byte, up to `Number.MAX_SAFE_INTEGER`. */
const MAX_BYTES = 8
const START_BYTES = 4096

/** Writes whole numbers of any size, small ones short (LEB128, unsigned), and bytes. */
export class NumberWriter {
  #buffer = Buffer.alloc(START_BYTES)
  #length = 0

  /** `value`: a whole number from 0 to `Number.MAX_SAFE_INTEGER`. */
  number(value: number): void {
    this.#makeRoom(MAX_BYTES)
    let rest = value
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#buffer[this.#length++] = rest
  }

  /** A number, or null. */
  optional(value: number | null): void {
    this.number(value === null ? 0 : value + 1)
  }

  bytes(bytes: Uint8Array): void {
    this.number(bytes.length)
    this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(this.#buffer.length * 2, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}

/** Reads what a `NumberWriter` wrote, in the same order. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  number(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++] ?? 0
    let value = byte & 0x7f
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * factor
    }
    return value
  }

  optional(): number | null {
    const value = this.number()
    return value === 0 ? null : value - 1
  }

  /** A view into the record. */
  bytes(): Uint8Array {
    const length = this.number()
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}
