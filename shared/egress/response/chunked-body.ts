import type { ResponseBody } from './response-body.ts'

const LF = 0x0a
const CR = 0x0d

/** Bytes of a line between chunks. Chromium reads no longer ones. */
const MAX_LINE_BYTES = 16_384
/** Bytes of all trailer fields. */
const MAX_TRAILER_BYTES = 65_536

/** The value of a byte as a hexadecimal digit, or -1. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
)
/** Digits of the sizes that are read quickly. */
const MAX_PLAIN_DIGITS = 7

const END_OF_LINE = Buffer.from('\r\n')
const NOTHING = Buffer.alloc(0)

/** `over`: the body has ended. `unreadable`: a strict parser shall see, and refuse, the bytes as they are. */
type Expected = 'size' | 'data' | 'end of data' | 'trailer' | 'over' | 'unreadable'

/**
 * Writes the lines between chunks anew where they are outside the grammar of RFC 9112, section 7.1, and browsers read
 * them: lines ended by LF alone, spaces behind a size, extensions of any form, trailers of any form. Leaves out
 * extensions and trailers. Data is passed on as it comes.
 */
export class ChunkedBody implements ResponseBody {
  #expected: Expected = 'size'
  /** Bytes of data that the chunk still has. */
  #remaining = 0
  /** The start of a line whose end has not come. */
  #line: Buffer = NOTHING
  #trailerBytes = 0
  /** A line was read that the grammar does not allow. */
  #isOdd = false
  /** Bytes came after the body. */
  #hasExcess = false

  /** See `ResponseBody`. */
  get isLast(): boolean {
    return this.#expected === 'over' && (this.#isOdd || this.#hasExcess)
  }

  /** Returns what the parser reads instead of these bytes: often the same buffer. */
  write(bytes: Buffer): Buffer {
    const output = new Output(bytes)
    let at = 0
    while (at < bytes.length) {
      if (this.#expected === 'unreadable') break
      if (this.#expected === 'over') at = this.#dropExcess(bytes, at, output)
      else if (this.#expected === 'data') at = this.#takeData(at, bytes.length)
      else at = this.#takePlainLine(bytes, at) ?? this.#takeLine(bytes, at, output)
    }
    return output.end()
  }

  /** The start of a line that was held back. */
  flush(): Buffer {
    const held = this.#line
    this.#line = NOTHING
    return held
  }

  #dropExcess(bytes: Buffer, at: number, output: Output): number {
    this.#hasExcess = true
    output.replace(at, bytes.length, NOTHING)
    return bytes.length
  }

  #takeData(at: number, length: number): number {
    const end = Math.min(length, at + this.#remaining)
    this.#remaining -= end - at
    if (this.#remaining === 0) this.#expected = 'end of data'
    return end
  }

  /** Takes a line that is whole and as most servers write it: quick, where a page comes in small chunks. */
  #takePlainLine(bytes: Buffer, at: number): number | null {
    if (this.#line.length > 0 || this.#expected === 'trailer') return null
    const digits = this.#expected === 'size' ? countDigits(bytes, at) : 0
    const end = at + digits
    if (bytes[end] !== CR || bytes[end + 1] !== LF) return null
    if (this.#expected === 'end of data') this.#expected = 'size'
    else if (digits === 0) return null
    else this.#beginChunk(toSize(bytes, at, end))
    return end + 2
  }

  #beginChunk(size: number): void {
    this.#remaining = size
    this.#expected = size === 0 ? 'trailer' : 'data'
  }

  #takeLine(bytes: Buffer, at: number, output: Output): number {
    const lineEnd = bytes.indexOf(LF, at)
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1
    const part = bytes.subarray(at, end)
    const line = this.#line.length === 0 ? part : Buffer.concat([this.#line, part])
    const isHeld = lineEnd < 0 && line.length <= MAX_LINE_BYTES
    this.#line = isHeld ? line : NOTHING
    if (lineEnd < 0 && !isHeld) this.#expected = 'unreadable'
    const written = isHeld ? NOTHING : this.#expected === 'unreadable' ? line : this.#readLine(line)
    if (written !== part) output.replace(at, end, written)
    return end
  }

  /** Returns the line to pass on: itself when the grammar allows it. */
  #readLine(line: Buffer): Buffer {
    if (this.#expected === 'size') return this.#readSize(line)
    const isEmpty = line.length === 1 || (line.length === 2 && line[0] === CR)
    if (!isEmpty) return this.#expected === 'trailer' ? this.#passOver(line) : this.#refuse(line)
    this.#expected = this.#expected === 'trailer' ? 'over' : 'size'
    if (line.length === 2) return line
    this.#isOdd = true
    return END_OF_LINE
  }

  #readSize(line: Buffer): Buffer {
    const [, digits, isStrict] =
      /^0*([\da-f]{1,12})(?:(\r\n|;)| *\r?\n| +;)/i.exec(line.toString('latin1')) ?? []
    if (digits === undefined) return this.#refuse(line)
    if (isStrict === undefined) this.#isOdd = true
    this.#beginChunk(Number.parseInt(digits, 16))
    return isStrict === '\r\n' ? line : Buffer.from(`${digits}\r\n`)
  }

  #passOver(line: Buffer): Buffer {
    this.#trailerBytes += line.length
    return this.#trailerBytes > MAX_TRAILER_BYTES ? this.#refuse(line) : NOTHING
  }

  #refuse(line: Buffer): Buffer {
    this.#expected = 'unreadable'
    return line
  }
}

/** The number of hexadecimal digits from here. */
function countDigits(bytes: Buffer, at: number): number {
  let count = 0
  while (count < MAX_PLAIN_DIGITS && (hexDigits[bytes[at + count] ?? 0] ?? -1) >= 0) count++
  return count
}

function toSize(bytes: Buffer, start: number, end: number): number {
  let size = 0
  for (let at = start; at < end; at++) size = size * 16 + (hexDigits[bytes[at] ?? 0] ?? 0)
  return size
}

/** A buffer in which parts are replaced. It is copied only if there are any. */
class Output {
  readonly #input: Buffer
  readonly #parts: Buffer[] = []
  #copied = 0

  constructor(input: Buffer) {
    this.#input = input
  }

  replace(start: number, end: number, written: Buffer): void {
    this.#parts.push(this.#input.subarray(this.#copied, start), written)
    this.#copied = end
  }

  end(): Buffer {
    if (this.#parts.length === 0) return this.#input
    return Buffer.concat([...this.#parts, this.#input.subarray(this.#copied)])
  }
}
