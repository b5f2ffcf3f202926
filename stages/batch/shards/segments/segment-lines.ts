import { unavailable } from '#shared/errors.ts'
import type { OpenSegment } from './open-segments.ts'

/** Bytes of a chunk of several lines. */
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a
/** Each line begins like this, with its number in the shard, and goes on with a comma. */
const NUMBER_START = '{"n":'.length
const COMMA = 0x2c
const SERVICE = 'results'

/**
 * Yields the lines of a segment with a number above `after`, with their numbers in the batch: complete lines, in chunks of
 * up to 256 KiB (one longer line makes a longer chunk). Rejects with `SERVICE_UNAVAILABLE` when the bytes cannot be read
 * or do not have all the lines.
 */
export async function* segmentLines(open: OpenSegment, after: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const lines of numberedLines(open, after)) {
    for (const [start, rest] of lines) {
      const length = start.length + rest.length
      if (size > 0 && size + length > CHUNK_BYTES) {
        yield Buffer.concat(parts)
        parts = []
        size = 0
      }
      parts.push(start, rest)
      size += length
    }
  }
  if (size > 0) yield Buffer.concat(parts)
}

/** The beginning of a line with its number in the batch, and the rest. */
type NumberedLine = readonly [start: Buffer, rest: Buffer]

async function* numberedLines(
  { segment, bytes }: OpenSegment,
  after: number,
): AsyncGenerator<NumberedLine[]> {
  const { object, skip, first, count } = segment
  const last = first + count - 1
  let n = first - skip
  for await (const block of completeLines(bytes)) {
    const lines = splitLines(block)
    yield lines.flatMap((line, index) => {
      const number = n + index
      const isWanted = number >= first && number > after && number <= last
      return isWanted ? [withNumber(line, number)] : []
    })
    n += lines.length
    if (n > last) return
  }
  throw unavailable(SERVICE, new Error(`the object ${object} ends before line ${n}`))
}

function withNumber(line: Buffer, n: number): NumberedLine {
  return [Buffer.from(`{"n":${n}`), line.subarray(line.indexOf(COMMA, NUMBER_START))]
}

function splitLines(block: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < block.length; ) {
    const end = block.indexOf(NEWLINE, start) + 1
    lines.push(block.subarray(start, end))
    start = end
  }
  return lines
}

/** Cuts the bytes after line breaks. Bytes after the last one are no line. */
async function* completeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  try {
    for await (const block of bytes) {
      const end = block.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        yield Buffer.concat([...pending, block.subarray(0, end)])
        pending = []
      }
      if (end < block.length) pending.push(block.subarray(end))
    }
  } catch (error) {
    throw unavailable(SERVICE, error)
  }
}
