import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { ImageFormat } from '#shared/operations/snapshot.ts'
import { overlap, type PixelBox } from './area.ts'
import type { Shot } from './shot.ts'

/** A PNG and its place in the whole picture. */
export interface Piece {
  readonly place: PixelBox
  readonly image: Buffer
}

/** Above this area WebP is packed with less effort: a fifth of the time for a tenth of the size. */
const LARGE_PIXELS = 4_000_000

/** Pictures above this area are packed one at a time: WebP's encoder takes four bytes a pixel and more. */
const HUGE_PIXELS = 30_000_000

let turn: Promise<unknown> = Promise.resolve()

/** Waits for those before it. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work)
  turn = mine.catch(() => {})
  return mine
}

/**
 * Joins tiles, which cover the picture in reading order, with the patches over them. Rows are read and packed as they are
 * needed: the picture is never in memory as a whole, but for WebP, whose encoder needs it so.
 */
export async function stitch(
  tiles: readonly Piece[],
  patches: readonly Piece[],
  { format, quality }: { format: ImageFormat; quality: number | null },
): Promise<Shot> {
  const columns = tiles.filter(({ place }) => place.top === 0).length
  const width = Math.max(...tiles.map(({ place }) => place.left + place.width))
  const height = Math.max(...tiles.map(({ place }) => place.top + place.height))
  const sources: Buffer[] = []
  for (const tile of tiles) sources.push(await patched(tile, patches))
  // Joined tiles are all as large as the largest.
  const whole = joined(sources, columns).extract({ left: 0, top: 0, width, height })
  const pixels = width * height
  const pack = () => packed(whole, format, quality, pixels).toBuffer({ resolveWithObject: true })
  const { data, info } = await (pixels > HUGE_PIXELS ? inTurn(pack) : pack())
  return { image: data, width: info.width, height: info.height }
}

function joined(sources: Buffer[], across: number): Sharp {
  const [only, ...others] = sources
  if (others.length === 0) return sharp(only, { limitInputPixels: false })
  return sharp(sources, { join: { across }, limitInputPixels: false })
}

function packed(whole: Sharp, format: ImageFormat, quality: number | null, pixels: number): Sharp {
  if (format === 'png') return whole.png()
  if (format === 'jpeg') return whole.flatten().jpeg({ quality: Math.max(1, quality ?? 80) })
  // Chromium's own encoder takes 100 for lossless, too.
  if (quality === 100) return whole.webp({ lossless: true, effort: 0 })
  return whole.webp({ quality: Math.max(1, quality ?? 80), effort: pixels > LARGE_PIXELS ? 1 : 4 })
}

/** The tile with those parts of the patches that lie in it. */
async function patched({ place, image }: Piece, patches: readonly Piece[]): Promise<Buffer> {
  const overlays: OverlayOptions[] = []
  for (const patch of patches) {
    const common = overlap(place, patch.place)
    if (common === null) continue
    const part = { ...common, left: common.left - patch.place.left, top: common.top - patch.place.top }
    const input = await sharp(patch.image).extract(part).png({ compressionLevel: 1 }).toBuffer()
    overlays.push({ input, left: common.left - place.left, top: common.top - place.top })
  }
  if (overlays.length === 0) return image
  return sharp(image).composite(overlays).png({ compressionLevel: 1 }).toBuffer()
}
