import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { ImageFormat } from '#shared/operations/snapshot.ts'
import { overlap, type PixelBox } from './area.ts'
import type { CapturedImage } from './capture-tile.ts'

/** A PNG and its position in the whole image. */
export interface ImagePiece {
  readonly position: PixelBox
  readonly image: Buffer
}

/** Above this area, WebP is encoded with less effort: a fifth of the time for a tenth more bytes. */
const LARGE_PIXELS = 4_000_000

/** Images above this area are encoded one at a time: the WebP encoder needs four bytes a pixel and more. */
const HUGE_PIXELS = 30_000_000
const hugeImages = makeSemaphore(1)

/**
 * Joins tiles, which cover the image in reading order, and draws the patches over them. Rows are decoded and encoded one after the
 * other, so the image is never in memory as a whole, except for WebP, whose encoder requires that.
 */
export async function stitch(
  tiles: readonly ImagePiece[],
  patches: readonly ImagePiece[],
  { format, quality }: { format: ImageFormat; quality: number | null },
): Promise<CapturedImage> {
  const columns = tiles.filter(({ position }) => position.top === 0).length
  const width = Math.max(...tiles.map(({ position }) => position.left + position.width))
  const height = Math.max(...tiles.map(({ position }) => position.top + position.height))
  const sources: Buffer[] = []
  for (const tile of tiles) sources.push(await applyPatches(tile, patches))
  // sharp pads all joined tiles to the size of the largest.
  const joinedImage = joinTiles(sources, columns).extract({ left: 0, top: 0, width, height })
  const pixels = width * height
  const encodeWhole = () => encode(joinedImage, format, quality, pixels).toBuffer({ resolveWithObject: true })
  const { data, info } = await (pixels > HUGE_PIXELS ? hugeImages.run(encodeWhole) : encodeWhole())
  return { image: data, width: info.width, height: info.height }
}

function joinTiles(sources: Buffer[], across: number): Sharp {
  const [only, ...others] = sources
  if (others.length === 0) return sharp(only, { limitInputPixels: false })
  return sharp(sources, { join: { across }, limitInputPixels: false })
}

function encode(joinedImage: Sharp, format: ImageFormat, quality: number | null, pixels: number): Sharp {
  if (format === 'png') return joinedImage.png()
  if (format === 'jpeg') return joinedImage.flatten().jpeg({ quality: Math.max(1, quality ?? 80) })
  // Chromium's own encoder also uses lossless WebP for quality 100.
  if (quality === 100) return joinedImage.webp({ lossless: true, effort: 0 })
  return joinedImage.webp({ quality: Math.max(1, quality ?? 80), effort: pixels > LARGE_PIXELS ? 1 : 4 })
}

/** Draws the parts of the patches that lie in the tile. */
async function applyPatches(
  { position, image }: ImagePiece,
  patches: readonly ImagePiece[],
): Promise<Buffer> {
  const overlays: OverlayOptions[] = []
  for (const patch of patches) {
    const common = overlap(position, patch.position)
    if (common === null) continue
    const part = { ...common, left: common.left - patch.position.left, top: common.top - patch.position.top }
    const input = await sharp(patch.image).extract(part).png({ compressionLevel: 1 }).toBuffer()
    overlays.push({ input, left: common.left - position.left, top: common.top - position.top })
  }
  if (overlays.length === 0) return image
  return sharp(image).composite(overlays).png({ compressionLevel: 1 }).toBuffer()
}
