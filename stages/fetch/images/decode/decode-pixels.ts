import sharp, { type Sharp } from 'sharp'
import type { ImageFormat } from '#shared/web/images/image-format.ts'
import { type IconImage, largestIcon } from './parse-icon.ts'

export interface DecodeLimits {
  /** Width times height, as the header of the file says. A quarter of it for AVIF. */
  readonly maxPixels: number
}

/** The largest width and height of the pixels to decode. The image keeps its aspect ratio. */
export interface PixelBox {
  readonly width: number
  readonly height: number
}

export interface DecodedPixels {
  /** Size of the image as displayed: after the EXIF orientation is applied. */
  readonly sourceWidth: number
  readonly sourceHeight: number
  /** Size of `rgba`: that of the image reduced to the box, never enlarged. */
  readonly width: number
  readonly height: number
  /** sRGB, four bytes a pixel, alpha not premultiplied. */
  readonly rgba: Buffer
}

/** AVIF is decoded as a whole, with about 20 bytes a pixel: four times as many as any other format. */
const AVIF_COST = 4

const RGBA = 4

// One image must not use all cores, nor keep memory after it is done.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes the first frame of an image, reduced to a box. This is the only place where images of pages are decoded. Rejects
 * when the image is damaged, truncated (half a picture has another colour than the whole), of another format than
 * `format`, or over a limit. External references of an SVG are never loaded.
 */
export async function decodePixels(
  body: Buffer,
  format: ImageFormat,
  box: PixelBox,
  limits: DecodeLimits,
): Promise<DecodedPixels> {
  const image = open(body, format, limits)
  const { autoOrient } = await image.metadata()
  const { data, info } = await image
    .resize(box.width, box.height, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { sourceWidth: autoOrient.width, sourceHeight: autoOrient.height, width, height, rgba: data }
}

function open(body: Buffer, format: ImageFormat, { maxPixels }: DecodeLimits): Sharp {
  if (format === 'avif') return openFile(body, maxPixels / AVIF_COST)
  if (format !== 'ico') return openFile(body, maxPixels)
  const picture = largestIcon(body)
  if (picture === null) throw new Error('the icon contains no readable picture')
  return picture.kind === 'png' ? openFile(picture.body, maxPixels) : openBitmap(picture)
}

function openFile(body: Buffer, maxPixels: number): Sharp {
  return sharp(body, { failOn: 'truncated', limitInputPixels: maxPixels, autoOrient: true })
}

function openBitmap({ width, height, rgba }: Extract<IconImage, { kind: 'bitmap' }>): Sharp {
  return sharp(rgba, { raw: { width, height, channels: RGBA }, autoOrient: true })
}
