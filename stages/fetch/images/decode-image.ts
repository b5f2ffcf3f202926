import sharp from 'sharp'
import type { ImageFormat } from '#shared/web/images/image-format.ts'
import { dominantColor } from './dominant-color.ts'
import { largestIcon } from './parse-icon.ts'

export interface DecodedImage {
  /** Pixels as displayed: after the EXIF orientation is applied. */
  readonly width: number
  readonly height: number
  readonly dominantColor: string | null
}

export interface DecodeLimits {
  /** Width times height, as the header of the file says. A quarter of it for AVIF. */
  readonly maxPixels: number
  /** Milliseconds for the decoder's own work. A running native step finishes first. */
  readonly timeoutMs: number
}

/** AVIF is decoded as a whole, with about 20 bytes a pixel: four times as many as any other format. */
const AVIF_COST = 4

/** The largest width and height of the thumbnail whose dominant colour is computed. */
const THUMBNAIL = 64

// One image must not use all cores, nor keep memory after it is done.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes the first frame of an image. Rejects when the image is damaged, truncated (half a picture has
 * another colour than the whole), of another format than `format`, or over a limit. External references of an
 * SVG are never loaded.
 */
export async function decodeImage(
  body: Buffer,
  format: ImageFormat,
  limits: DecodeLimits,
): Promise<DecodedImage> {
  if (format === 'avif') return decodeFile(body, { ...limits, maxPixels: limits.maxPixels / AVIF_COST })
  if (format !== 'ico') return decodeFile(body, limits)
  const picture = largestIcon(body)
  if (picture === null) throw new Error('the icon contains no readable picture')
  if (picture.kind === 'png') return decodeFile(picture.body, limits)
  return { width: picture.width, height: picture.height, dominantColor: dominantColor(picture.rgba) }
}

async function decodeFile(body: Buffer, { maxPixels, timeoutMs }: DecodeLimits): Promise<DecodedImage> {
  const image = sharp(body, { failOn: 'truncated', limitInputPixels: maxPixels, autoOrient: true })
  const { autoOrient } = await image.metadata()
  const pixels = await image
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .timeout({ seconds: Math.max(1, Math.ceil(timeoutMs / 1000)) })
    .toBuffer()
  return { width: autoOrient.width, height: autoOrient.height, dominantColor: dominantColor(pixels) }
}
