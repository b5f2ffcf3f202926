import type { ImageFormat } from '#shared/web/images/image-format.ts'
import { type DecodeLimits, decodePixels } from './decode-pixels.ts'
import { dominantColor } from './dominant-color.ts'

export interface DecodedImage {
  /** Pixels as displayed: after the EXIF orientation is applied. */
  readonly width: number
  readonly height: number
  readonly dominantColor: string | null
}

/** The largest width and height of the pixels whose dominant colour is computed. */
const BOX = { width: 64, height: 64 }

/** Returns size and dominant colour of an image. Rejects as `decodePixels` does. */
export async function decodeImage(
  body: Buffer,
  format: ImageFormat,
  limits: DecodeLimits,
): Promise<DecodedImage> {
  const { sourceWidth, sourceHeight, rgba } = await decodePixels(body, format, BOX, limits)
  return { width: sourceWidth, height: sourceHeight, dominantColor: dominantColor(rgba) }
}
