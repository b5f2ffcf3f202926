import { unavailable } from '#shared/errors.ts'

/** Bytes of a chunk of several lines. */
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a

/** Which lines the bytes have, by their numbers. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/**
 * Yields the lines with a number above `after`: complete lines, in chunks of up to 256 KiB (one longer line makes a longer
 * chunk). Rejects with `SERVICE_UNAVAILABLE` when the bytes cannot be read or do not have all the lines.
 */
export async function* lineChunks(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  { first, last }: LineRange,
  after: number,
): AsyncGenerator<Buffer> {
  let n = first
  for await (const block of completeLines(bytes)) {
    const ends = lineEnds(block, last + 1 - n)
    yield* cut(block, ends, Math.max(0, after + 1 - n))
    n += ends.length
    if (n > last) return
  }
  throw unavailable('results', new Error(`line ${n} is missing`))
}

/** Where the first lines end, at most `most`. */
function lineEnds(block: Buffer, most: number): number[] {
  const ends: number[] = []
  for (let end = 0; end < block.length && ends.length < most; ) {
    end = block.indexOf(NEWLINE, end) + 1
    ends.push(end)
  }
  return ends
}

/** Cuts lines into chunks, without those that are skipped. */
function* cut(block: Buffer, ends: readonly number[], skipped: number): Generator<Buffer> {
  let start = skipped === 0 ? 0 : (ends[Math.min(skipped, ends.length) - 1] ?? 0)
  let end = start
  for (const next of ends.slice(skipped)) {
    if (next - start > CHUNK_BYTES && end > start) {
      yield block.subarray(start, end)
      start = end
    }
    end = next
  }
  if (end > start) yield block.subarray(start, end)
}

/** Cuts the bytes after line breaks. Bytes after the last one are no line. */
async function* completeLines(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
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
    throw unavailable('results', error)
  }
}
