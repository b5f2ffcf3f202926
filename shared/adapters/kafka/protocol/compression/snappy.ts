import { assertDecodable } from './decode-error.ts'
import { copyMatch } from './lz4.ts'

/**
 * Magic bytes of the framing of the Java client (snappy-java, "xerial"). Two version numbers of 4 bytes
 * follow, then blocks with their length in front.
 */
const XERIAL_MAGIC = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00])
const XERIAL_HEADER = 16

/**
 * Decompresses snappy, a single block or the frames of the Java client. Throws `DecodeError` if the bytes are
 * damaged, or before it decompresses more than `maxBytes`.
 */
export function decompressSnappy(compressed: Buffer, maxBytes: number): Buffer {
  if (!compressed.subarray(0, XERIAL_MAGIC.length).equals(XERIAL_MAGIC))
    return decompressBlock(compressed, maxBytes)
  const blocks: Buffer[] = []
  let remainingBytes = maxBytes
  for (let at = XERIAL_HEADER; at < compressed.length; ) {
    assertDecodable(at + 4 <= compressed.length, 'snappy: the length of a block is truncated')
    const end = at + 4 + compressed.readUInt32BE(at)
    assertDecodable(end <= compressed.length, 'snappy: a framed block is truncated')
    const block = decompressBlock(compressed.subarray(at + 4, end), remainingBytes)
    blocks.push(block)
    remainingBytes -= block.length
    at = end
  }
  return Buffer.concat(blocks)
}

interface Block {
  readonly input: Buffer
  readonly output: Buffer
  from: number
  to: number
}

/** Decompresses one block (google/snappy, format_description.txt). */
function decompressBlock(input: Buffer, maxBytes: number): Buffer {
  const { length, from } = blockLength(input)
  assertDecodable(length <= maxBytes, 'the decompressed size exceeds the limit')
  // Two bytes of input produce at most 64 of output, so a larger claim is wrong: reject it before allocating.
  assertDecodable(length <= 64 * input.length, 'snappy: a block claims more than it can hold')
  const block: Block = { input, output: Buffer.allocUnsafe(length), from, to: 0 }
  while (block.from < input.length) {
    const tag = input[block.from++] as number
    if ((tag & 3) === 0) copyLiteral(block, tag >>> 2)
    else copyBackReference(block, tag)
  }
  assertDecodable(block.to === length, 'snappy: a block is shorter than it claims')
  return block.output
}

/** Reads the decompressed length: a little-endian varint of at most 32 bits. */
function blockLength(input: Buffer): { length: number; from: number } {
  let length = 0
  for (let from = 0; from < 5 && from < input.length; from++) {
    const byte = input[from] as number
    length += (byte & 0x7f) * 2 ** (7 * from)
    if (byte < 0x80) return { length, from: from + 1 }
  }
  assertDecodable(false, 'snappy: a block has no length')
}

function copyLiteral(block: Block, code: number): void {
  const length = 1 + (code < 60 ? code : readNumber(block, code - 59))
  assertDecodable(block.from + length <= block.input.length, 'snappy: a literal is truncated')
  assertDecodable(block.to + length <= block.output.length, 'snappy: a block is longer than it claims')
  block.input.copy(block.output, block.to, block.from, block.from + length)
  block.from += length
  block.to += length
}

function copyBackReference(block: Block, tag: number): void {
  const isShort = (tag & 3) === 1
  const length = isShort ? 4 + ((tag >>> 2) & 7) : 1 + (tag >>> 2)
  const distance = isShort
    ? (tag >>> 5) * 256 + readNumber(block, 1)
    : readNumber(block, (tag & 3) === 2 ? 2 : 4)
  assertDecodable(distance > 0 && distance <= block.to, 'snappy: a copy begins before the block')
  assertDecodable(block.to + length <= block.output.length, 'snappy: a block is longer than it claims')
  copyMatch(block.output, block.to, distance, length)
  block.to += length
}

function readNumber(block: Block, bytes: number): number {
  assertDecodable(block.from + bytes <= block.input.length, 'snappy: an element is truncated')
  const number = block.input.readUIntLE(block.from, bytes)
  block.from += bytes
  return number
}
