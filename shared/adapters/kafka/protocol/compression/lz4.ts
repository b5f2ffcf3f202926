import { assertDecodable } from './decode-error.ts'

const MAGIC = 0x184d2204
const SKIPPABLE_MAGIC = 0x184d2a50
const MIN_MATCH = 4
const INITIAL_OUTPUT_BYTES = 64 * 1024

/** Decoder state: read position in `input`, write position in `output`, which grows up to `maxBytes`. */
interface Frame {
  readonly input: Buffer
  readonly maxBytes: number
  output: Buffer
  from: number
  to: number
}

/**
 * Decompresses LZ4 frames (lz4_Frame_format.md of lz4/lz4). Ignores their checksums: the checksum of the
 * record batch covers the same bytes. Throws `DecodeError` if the bytes are damaged, or before it
 * decompresses more than `maxBytes`.
 */
export function decompressLz4(input: Buffer, maxBytes: number): Buffer {
  const output = Buffer.allocUnsafe(Math.min(maxBytes, INITIAL_OUTPUT_BYTES))
  const frame: Frame = { input, maxBytes, output, from: 0, to: 0 }
  while (frame.from < input.length) readFrame(frame)
  return frame.output.subarray(0, frame.to)
}

function readFrame(frame: Frame): void {
  const magic = readNumber(frame, 4)
  if (magic - (magic % 16) === SKIPPABLE_MAGIC) {
    skip(frame, readNumber(frame, 4))
    return
  }
  assertDecodable(magic === MAGIC, 'lz4: the magic number of a frame is missing')
  const flags = readNumber(frame, 1)
  assertDecodable(flags >>> 6 === 1, 'lz4: unknown frame version')
  assertDecodable((flags & 1) === 0, 'lz4: a frame needs a dictionary')
  const contentSize = flags & 8 ? 8 : 0
  skip(frame, 1 + contentSize + 1)
  readBlocks(frame, (flags & 16) === 0 ? 0 : 4)
  if (flags & 4) skip(frame, 4)
}

function readBlocks(frame: Frame, checksumBytes: number): void {
  const start = frame.to
  for (;;) {
    const size = readNumber(frame, 4)
    if (size === 0) return
    const isUncompressed = size >= 0x80000000
    const end = frame.from + (size % 0x80000000)
    assertDecodable(end <= frame.input.length, 'lz4: a block is truncated')
    if (isUncompressed) copyLiterals(frame, end - frame.from, end)
    else while (frame.from < end) readSequence(frame, end, start)
    skip(frame, checksumBytes)
  }
}

/** Reads literals and a match; the last sequence of a block has no match (lz4_Block_format.md). */
function readSequence(frame: Frame, end: number, start: number): void {
  const token = readNumber(frame, 1)
  copyLiterals(frame, readLength(frame, token >>> 4), end)
  if (frame.from === end) return
  const distance = readNumber(frame, 2)
  const length = MIN_MATCH + readLength(frame, token & 15)
  assertDecodable(frame.from <= end, 'lz4: a sequence ends outside its block')
  assertDecodable(distance > 0 && distance <= frame.to - start, 'lz4: a match begins before its frame')
  ensureCapacity(frame, length)
  copyMatch(frame.output, frame.to, distance, length)
  frame.to += length
}

function copyLiterals(frame: Frame, length: number, end: number): void {
  assertDecodable(frame.from + length <= end, 'lz4: literals end outside their block')
  ensureCapacity(frame, length)
  frame.input.copy(frame.output, frame.to, frame.from, frame.from + length)
  frame.from += length
  frame.to += length
}

function readLength(frame: Frame, first: number): number {
  let length = first
  if (first < 15) return length
  for (;;) {
    const more = readNumber(frame, 1)
    length += more
    if (more < 255) return length
  }
}

function ensureCapacity(frame: Frame, bytes: number): void {
  const needed = frame.to + bytes
  if (needed <= frame.output.length) return
  assertDecodable(needed <= frame.maxBytes, 'the decompressed size exceeds the limit')
  const larger = Buffer.allocUnsafe(Math.min(frame.maxBytes, Math.max(needed, 2 * frame.output.length)))
  frame.output.copy(larger, 0, 0, frame.to)
  frame.output = larger
}

function readNumber(frame: Frame, bytes: number): number {
  assertDecodable(frame.from + bytes <= frame.input.length, 'lz4: a frame is truncated')
  const number = frame.input.readUIntLE(frame.from, bytes)
  frame.from += bytes
  return number
}

function skip(frame: Frame, bytes: number): void {
  assertDecodable(frame.from + bytes <= frame.input.length, 'lz4: a frame is truncated')
  frame.from += bytes
}

/**
 * Copies `length` bytes from `distance` bytes before `at` to `at`, as LZ77 formats do: if the two ranges
 * overlap, bytes that were just written are repeated. The caller has checked the bounds.
 */
export function copyMatch(output: Buffer, at: number, distance: number, length: number): void {
  const from = at - distance
  if (distance >= length) {
    output.copyWithin(at, from, from + length)
    return
  }
  for (let done = 0; done < length; ) {
    const step = Math.min(distance + done, length - done)
    output.copyWithin(at + done, from, from + step)
    done += step
  }
}
