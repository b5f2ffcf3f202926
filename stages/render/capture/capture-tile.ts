import type { Protocol } from 'puppeteer-core'
import sharp from 'sharp'
import type { ImageFormat } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab/tab.ts'
import type { Area, PixelBox } from './area.ts'

/** An encoded image and its size in device pixels (CSS pixels times the device scale factor), read from the image itself. */
export interface CapturedImage {
  readonly image: Buffer
  readonly width: number
  readonly height: number
}

export interface Encoding {
  readonly format: ImageFormat
  /** 0 to 100; null for png. */
  readonly quality: number | null
  /** PNG only: two to five times faster, up to a third larger. */
  readonly optimizeForSpeed: boolean
}

/** For images that are decoded again at once. */
export const fastPng: Encoding = { format: 'png', quality: null, optimizeForSpeed: true }

/** The browser reported success, but its image is empty or wrong. */
export class UnusableImage extends Error {
  override readonly name = 'UnusableShot'
}

/** Captures a part of the area at once. Rejects with `UnusableImage` when the image is empty or of another size. */
export function captureTile(
  tab: Tab,
  area: Area,
  part: PixelBox,
  encoding: Encoding,
): Promise<CapturedImage> {
  const captureBeyondViewport = area.extent === 'beyond'
  return captureImage(tab, part, encoding, { captureBeyondViewport, clip: clipOf(area, part) })
}

/** Like `captureTile`, for the whole viewport: without a clip, the browser does not lay the page out again. */
export function captureViewport(tab: Tab, view: PixelBox, encoding: Encoding): Promise<CapturedImage> {
  return captureImage(tab, view, encoding, {})
}

async function captureImage(
  tab: Tab,
  part: PixelBox,
  { format, quality, optimizeForSpeed }: Encoding,
  place: Protocol.Page.CaptureScreenshotRequest,
): Promise<CapturedImage> {
  const encoding = { format, ...(quality !== null && { quality }), optimizeForSpeed }
  const { data } = await tab.guard(tab.cdp.send('Page.captureScreenshot', { ...encoding, ...place }))
  return verifyImage(Buffer.from(data, 'base64'), format, part)
}

/** The area and each part of it begin on the grid of device pixels. */
function clipOf({ x, y, scale, zoom }: Area, part: PixelBox): Protocol.Page.Viewport {
  return {
    x: (Math.round(x * scale) + part.left) / scale,
    y: (Math.round(y * scale) + part.top) / scale,
    width: part.width / scale,
    height: part.height / scale,
    scale: zoom,
  }
}

/** With a fractional scale, Chromium may round up or down. */
const ROUNDING_PX = 1

async function verifyImage(
  image: Buffer,
  format: ImageFormat,
  { width, height }: PixelBox,
): Promise<CapturedImage> {
  if (image.length === 0) throw new UnusableImage('The browser returned an empty image')
  const metadata = await sharp(image, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => Promise.reject(new UnusableImage('The browser returned no image', { cause })))
  const isAsRequested =
    metadata.format === format &&
    Math.abs(metadata.width - width) <= ROUNDING_PX &&
    Math.abs(metadata.height - height) <= ROUNDING_PX
  if (isAsRequested) return { image, width: metadata.width, height: metadata.height }
  throw new UnusableImage(
    `Asked for ${format} ${width}x${height}, got ${metadata.format} ${metadata.width}x${metadata.height}`,
  )
}
