import sharp from 'sharp'
import { THUMBNAIL_MAX_BYTES, thumbnailHeight } from '#shared/operations/thumbnail.ts'
import type { ImageFormat } from '#shared/web/images/image-format.ts'
import { type DecodedPixels, type DecodeLimits, decodePixels } from './decode-pixels.ts'

export interface ThumbnailImage {
  /** A WebP file of at most `THUMBNAIL_MAX_BYTES` bytes, without metadata. */
  readonly body: Uint8Array
  readonly width: number
  readonly height: number
  /** Size of the image that it was made of, as displayed. */
  readonly sourceWidth: number
  readonly sourceHeight: number
}

interface Encoding {
  readonly isLossless: boolean
  readonly quality: number
  /** Share of width and height. */
  readonly scale: number
}

/** Up to this many pixels an image is an icon: lossless, since lossy coding blurs its edges. */
const ICON_PIXELS = 128 * 128
const icon: Encoding = { isLossless: true, quality: 80, scale: 1 }
const good: Encoding = { isLossless: false, quality: 80, scale: 1 }
const fair: Encoding = { isLossless: false, quality: 50, scale: 1 }
/** Each further attempt has at most this share of the width and height of the one before. */
const MAX_SHRINK = 0.8
/** A smaller picture has more details a pixel, so the estimate is lowered. */
const MARGIN = 0.9

/**
 * Makes a thumbnail of an image: WebP, transparency kept, at most `width` wide, never enlarged. Quality is lowered first,
 * then the size reduced, until it has at most `THUMBNAIL_MAX_BYTES` bytes. Rejects as `decodePixels` does.
 */
export async function thumbnailImage(
  body: Buffer,
  format: ImageFormat,
  width: number,
  limits: DecodeLimits,
): Promise<ThumbnailImage> {
  const pixels = await decodePixels(body, format, { width, height: thumbnailHeight(width) }, limits)
  const { sourceWidth, sourceHeight } = pixels
  let encoding = pixels.width * pixels.height <= ICON_PIXELS ? icon : good
  for (;;) {
    const { data, info } = await encode(pixels, encoding)
    if (data.length <= THUMBNAIL_MAX_BYTES) {
      return { body: data, width: info.width, height: info.height, sourceWidth, sourceHeight }
    }
    encoding = smaller(encoding, data.length)
  }
}

function encode({ rgba, width, height }: DecodedPixels, { isLossless, quality, scale }: Encoding) {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' })
    .webp({ lossless: isLossless, quality })
    .toBuffer({ resolveWithObject: true })
}

function scaled(pixels: number, scale: number): number {
  return Math.max(1, Math.round(pixels * scale))
}

/** The next encoding to try after one that had this many bytes. */
function smaller(encoding: Encoding, bytes: number): Encoding {
  if (encoding === good) return fair
  const estimate = Math.sqrt(THUMBNAIL_MAX_BYTES / bytes) * MARGIN
  return { ...fair, scale: encoding.scale * Math.min(MAX_SHRINK, estimate) }
}
