import sharp from 'sharp'
import type { ImageFormat } from '#shared/images/image-format.ts'
import { dominantColor } from './dominant-color.ts'
import { largestIcon } from './parse-icon.ts'

export interface DecodedImage {
  /** Pixels as displayed: after the orientation that EXIF asks for. */
  readonly width: number
  readonly height: number
  readonly dominantColor: string | null
}

export interface DecodeLimits {
  /** Width times height, as the file's header says; a quarter of it for AVIF. */
  readonly maxPixels: number
  /** Of the decoder's own work; a running native step ends before it is heeded. */
  readonly timeoutMs: number
}

/** AVIF is decoded whole, in about 20 bytes a pixel: four times what any other format takes. */
const AVIF_COST = 4

/** The colour is looked for on a thumbnail of at most this width and height. */
const THUMBNAIL = 64

// One image shall not take all cores, nor memory once it is done.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes the first frame of an image. Rejects when it is damaged, cut off (half a picture has another colour than the
 * whole), of another format than said, or over a limit. An SVG's outside references are never followed.
 */
export async function decodeImage(
  body: Buffer,
  format: ImageFormat,
  limits: DecodeLimits,
): Promise<DecodedImage> {
  if (format === 'avif') return decodeFile(body, { ...limits, maxPixels: limits.maxPixels / AVIF_COST })
  if (format !== 'ico') return decodeFile(body, limits)
  const picture = largestIcon(body)
  if (picture === null) throw new Error('no readable picture in the icon')
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
