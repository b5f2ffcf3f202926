import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

/** Successive offsets: `start` ≤ offset < `end`. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/**
 * Format of the offsets that are finished beyond the committed one, in the metadata of a commit: pairs of (gap, length)
 * as LEB128 numbers in base64, counted from the committed offset. The highest ranges beyond `METADATA_LIMIT` are left out;
 * their records are then processed again after a restart.
 */
const VERSION = 'pp1:'
const MAX_BYTES = Math.floor(((METADATA_LIMIT - VERSION.length) * 3) / 4) - 3

/** Encodes ascending ranges, all above the committed offset `base`. */
export function encodeCompletedOffsets(base: number, ranges: readonly OffsetRange[]): string {
  if (ranges.length === 0) return ''
  const bytes: number[] = []
  let last = base
  for (const { start, end } of ranges) {
    const entry = [...leb128(start - last), ...leb128(end - start)]
    if (bytes.length + entry.length > MAX_BYTES) break
    bytes.push(...entry)
    last = end
  }
  return VERSION + Buffer.from(bytes).toString('base64')
}

/** Decodes the metadata of a commit of `base`. Metadata in any other format (of another version) gives an empty list. */
export function decodeCompletedOffsets(base: number, metadata: string): OffsetRange[] {
  if (!metadata.startsWith(VERSION)) return []
  const numbers = readNumbers(Buffer.from(metadata.slice(VERSION.length), 'base64'))
  const ranges: OffsetRange[] = []
  let last = base
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const start = last + (numbers[index] ?? 0)
    last = start + (numbers[index + 1] ?? 0)
    if (!Number.isSafeInteger(last)) break
    ranges.push({ start, end: last })
  }
  return ranges
}

function leb128(number: number): number[] {
  const bytes: number[] = []
  let rest = number
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

function readNumbers(bytes: Buffer): number[] {
  const numbers: number[] = []
  let value = 0
  let scale = 1
  for (const byte of bytes) {
    value += (byte & 127) * scale
    scale *= 128
    if (byte < 128) {
      numbers.push(value)
      value = 0
      scale = 1
    }
  }
  return numbers
}
