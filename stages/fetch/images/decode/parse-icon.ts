import { imageFormat } from '#shared/web/images/image-format.ts'

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

export interface Bitmap {
  readonly width: number
  readonly height: number
  /** Four bytes for each pixel. */
  readonly rgba: Uint8Array
}

const DIB_HEADER = 40

/** The largest side of an icon. A damaged header must not make the decoder reserve gigabytes. */
const MAX_SIDE = 256

const UNCOMPRESSED = 0

interface Layout extends Omit<Bitmap, 'rgba'> {
  readonly bits: number
  readonly palette: Buffer
  readonly pixels: Buffer
  readonly mask: Buffer
}

/**
 * Decodes a device-independent bitmap of an ICO file: BITMAPINFOHEADER, palette, pixels and a 1-bit
 * transparency mask, all rows from the bottom up. The height in the header counts pixels and mask. Returns
 * null for a damaged or compressed bitmap.
 */
export function decodeBitmap(dib: Buffer): Bitmap | null {
  const layout = parseLayout(dib)
  if (layout === null) return null
  const { width, height } = layout
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set(pixelAt(layout, x, height - 1 - y), (y * width + x) * 4)
  }
  return { width, height, rgba: hasOwnAlpha(layout) ? rgba : applyMask(layout, rgba) }
}

function parseLayout(dib: Buffer): Layout | null {
  if (dib.length < DIB_HEADER || dib.readUInt32LE(0) < DIB_HEADER) return null
  const width = dib.readInt32LE(4)
  const height = dib.readInt32LE(8) / 2
  const bits = dib.readUInt16LE(14)
  const fits = isSide(width) && isSide(height) && [1, 4, 8, 24, 32].includes(bits)
  if (!fits || dib.readUInt32LE(16) !== UNCOMPRESSED) return null
  const colors = bits > 8 ? 0 : dib.readUInt32LE(32) || 1 << bits
  const paletteAt = dib.readUInt32LE(0)
  const pixelsAt = paletteAt + colors * 4
  const maskAt = pixelsAt + stride(width, bits) * height
  if (maskAt > dib.length) return null
  const palette = dib.subarray(paletteAt, pixelsAt)
  return { width, height, bits, palette, pixels: dib.subarray(pixelsAt, maskAt), mask: dib.subarray(maskAt) }
}

function isSide(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels >= 1 && pixels <= MAX_SIDE
}

/** Bytes of a row, padded to a multiple of four. */
function stride(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4
}

/** The pixel of a row counted from the bottom. */
function pixelAt({ width, bits, palette, pixels }: Layout, x: number, row: number): number[] {
  const start = row * stride(width, bits)
  if (bits <= 8) return bgr(palette, indexAt(pixels, start, bits, x) * 4)
  const at = start + (x * bits) / 8
  return bits === 24 ? bgr(pixels, at) : [...bgr(pixels, at).slice(0, 3), pixels[at + 3] ?? 0]
}

function bgr(bytes: Buffer, at: number): number[] {
  return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0, 255]
}

function indexAt(bytes: Buffer, start: number, bits: number, x: number): number {
  const bit = x * bits
  const shift = 8 - bits - (bit % 8)
  return ((bytes[start + (bit >> 3)] ?? 0) >> shift) & ((1 << bits) - 1)
}

/** Old 32-bit icons leave the alpha bytes at zero and use the mask. */
function hasOwnAlpha({ bits, pixels }: Layout): boolean {
  return bits === 32 && pixels.some((byte, at) => at % 4 === 3 && byte !== 0)
}

function applyMask({ width, height, mask }: Layout, rgba: Uint8Array): Uint8Array {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const transparent = indexAt(mask, (height - 1 - y) * stride(width, 1), 1, x) === 1
      rgba[(y * width + x) * 4 + 3] = transparent ? 0 : 255
    }
  }
  return rgba
}
