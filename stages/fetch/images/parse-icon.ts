import { imageFormat } from '#shared/web/images/image-format.ts'
import { type Bitmap, decodeBitmap } from './decode-bitmap.ts'

/** The largest picture of an icon file: a complete PNG file, or pixels. */
export type IconImage =
  | { readonly kind: 'png'; readonly body: Buffer }
  | ({ readonly kind: 'bitmap' } & Bitmap)

const HEADER = 6
const ENTRY = 16

interface IconEntry {
  /** Pixels. The file writes 256 as 0. */
  readonly area: number
  readonly bits: number
  readonly body: Buffer
}

/**
 * Returns the largest picture of an ICO file; of several, the one with the most bits a pixel. Null when the
 * file is damaged.
 */
export function largestIcon(file: Buffer): IconImage | null {
  const best = parseEntries(file).reduce<IconEntry | null>(
    (most, entry) => (isBetter(entry, most) ? entry : most),
    null,
  )
  if (best === null) return null
  if (imageFormat(best.body) === 'png') return { kind: 'png', body: best.body }
  const bitmap = decodeBitmap(best.body)
  return bitmap === null ? null : { kind: 'bitmap', ...bitmap }
}

function isBetter(entry: IconEntry, than: IconEntry | null): boolean {
  return than === null || entry.area > than.area || (entry.area === than.area && entry.bits > than.bits)
}

function parseEntries(file: Buffer): IconEntry[] {
  const count = file.length < HEADER ? 0 : file.readUInt16LE(4)
  const entries: IconEntry[] = []
  for (let at = HEADER; at < HEADER + count * ENTRY && at + ENTRY <= file.length; at += ENTRY) {
    entries.push(parseEntry(file, at))
  }
  return entries
}

function parseEntry(file: Buffer, at: number): IconEntry {
  const offset = file.readUInt32LE(at + 12)
  return {
    area: (file.readUInt8(at) || 256) * (file.readUInt8(at + 1) || 256),
    bits: file.readUInt16LE(at + 6),
    body: file.subarray(offset, offset + file.readUInt32LE(at + 8)),
  }
}
