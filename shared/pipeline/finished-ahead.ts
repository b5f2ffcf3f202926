import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

/**
 * The offsets that are finished beyond a committed one, packed for the commit's metadata: runs of (gap, length) as
 * LEB128 numbers in base64, counted from the committed offset. What exceeds the limit is left out, highest first:
 * then those records are done again after a restart, nothing worse.
 */
const VERSION = 'pp1:'
const BYTES = Math.floor(((METADATA_LIMIT - VERSION.length) * 3) / 4) - 3
/** The most offsets that are unpacked: a few bytes may claim runs of any length. The lowest are kept. */
const MOST_OFFSETS = 100_000

/** Packs ascending offsets, all above `base`. */
export function packAhead(base: number, offsets: readonly number[]): string {
  if (offsets.length === 0) return ''
  const bytes: number[] = []
  let end = base
  for (const [start, length] of runs(offsets)) {
    const entry = [...leb128(start - end), ...leb128(length)]
    if (bytes.length + entry.length > BYTES) break
    bytes.push(...entry)
    end = start + length
  }
  return VERSION + Buffer.from(bytes).toString('base64')
}

/** Unpacks what `packAhead` made; anything else is an empty list, since metadata may come from another version. */
export function unpackAhead(base: number, metadata: string): number[] {
  if (!metadata.startsWith(VERSION)) return []
  const numbers = readNumbers(Buffer.from(metadata.slice(VERSION.length), 'base64'))
  const offsets: number[] = []
  let end = base
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const start = end + (numbers[index] ?? 0)
    end = start + (numbers[index + 1] ?? 0)
    if (!Number.isSafeInteger(end) || offsets.length + end - start > MOST_OFFSETS) break
    for (let offset = start; offset < end; offset++) offsets.push(offset)
  }
  return offsets
}

function runs(offsets: readonly number[]): [start: number, length: number][] {
  const found: [number, number][] = []
  for (const offset of offsets) {
    const last = found.at(-1)
    if (last !== undefined && last[0] + last[1] === offset) last[1] += 1
    else found.push([offset, 1])
  }
  return found
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
