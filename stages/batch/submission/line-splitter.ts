/** A line of a body without its line break. `bytes` is null when the line is too long. */
export interface Line {
  /** Counts from 1. */
  readonly number: number
  readonly bytes: Buffer | null
}

const LF = 10
const CR = 13
const BOM = Buffer.from('\ufeff')

/**
 * Splits a body into lines, wherever its chunks are cut. Lines end with LF or CRLF; a byte order mark at the
 * start is removed. A line longer than `maxBytes` is not stored.
 */
export async function* splitLines(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  /** The unfinished line so far, with room for one byte more than allowed: a CR. */
  let pending: Uint8Array[] = []
  let length = 0
  let number = 0

  function append(bytes: Uint8Array): void {
    length += bytes.length
    if (length <= maxBytes + BOM.length + 1) pending.push(bytes)
    else pending = []
  }

  function finishLine(): Line {
    number += 1
    const line = lineOf(number, pending, length, maxBytes)
    pending = []
    length = 0
    return line
  }

  for await (const piece of body) {
    let start = 0
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, start)) {
      append(piece.subarray(start, end))
      yield finishLine()
      start = end + 1
    }
    if (start < piece.length) append(piece.subarray(start))
  }
  if (length > 0) yield finishLine()
}

function lineOf(number: number, pending: readonly Uint8Array[], length: number, maxBytes: number): Line {
  const whole = pending.length === 1 ? asBuffer(pending[0] as Uint8Array) : Buffer.concat(pending)
  if (whole.length < length) return { number, bytes: null }
  const start = number === 1 && whole.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  const end = whole.at(-1) === CR ? whole.length - 1 : whole.length
  const bytes = whole.subarray(start, Math.max(start, end))
  return { number, bytes: bytes.length > maxBytes ? null : bytes }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
