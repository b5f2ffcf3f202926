import { Failure } from '#shared/errors.ts'
import type { EffectiveSnapshot, ImageFormat } from '#shared/operations/snapshot.ts'
import type { CaptureLimits } from './limits.ts'

/** A rectangle of the document in CSS pixels, from its top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of the document to capture. */
export interface Area extends Box {
  /** Device pixels per CSS pixel, including the zoom of a phone's overview. */
  readonly scale: number
  /** The part of `scale` that is the zoom. */
  readonly zoom: number
  /** Whether the area is the viewport (`view`), inside it, or beyond it. */
  readonly extent: 'view' | 'inside' | 'beyond'
}

/** A rectangle in device pixels. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The size of the area in device pixels, with edges rounded as Chromium snaps a box to the pixel grid. */
export function pixelsOf({ x, y, width, height, scale }: Area): { width: number; height: number } {
  const span = (from: number, length: number) =>
    Math.max(1, Math.round((from + length) * scale) - Math.round(from * scale))
  return { width: span(x, width), height: span(y, height) }
}

/**
 * The format of the area's image: that of the options, or their fallback where it cannot hold the image. Throws PAGE_TOO_TALL, like
 * `assertCapturable`.
 */
export function formatFor(
  area: Area,
  { format, fallbackFormat }: Pick<EffectiveSnapshot, 'format' | 'fallbackFormat'>,
  limits: CaptureLimits,
): ImageFormat {
  const isHeld = formatsFor(pixelsOf(area), limits).includes(format)
  const taken = isHeld ? format : (fallbackFormat ?? format)
  assertCapturable(area, taken, limits)
  return taken
}

/** Throws PAGE_TOO_TALL when the area exceeds the maximum of the format or the maximum number of pixels. Names the formats that can hold it. */
export function assertCapturable(area: Area, format: ImageFormat, limits: CaptureLimits): void {
  const { maxSidePx, maxPixels } = limits
  const { width, height } = pixelsOf(area)
  const size = `${width} x ${height} px`
  const side = maxSidePx[format]
  const formats = formatsFor({ width, height }, limits)
  if (height > side) {
    throw tooLarge(
      `The image would be ${height} px tall (${size}), and ${format} holds at most ${side} px`,
      formats,
    )
  }
  if (width > side) {
    throw tooLarge(
      `The image would be ${width} px wide (${size}), and ${format} holds at most ${side} px`,
      formats,
    )
  }
  if (width * height > maxPixels) {
    throw tooLarge(
      `The image would be ${height} px tall (${size}), above the limit of ${maxPixels} pixels`,
      formats,
    )
  }
}

/** The formats that can hold an image of that size, in pixels: none above the maximum number of pixels. */
export function formatsFor(
  { width, height }: Pick<PixelBox, 'width' | 'height'>,
  { maxSidePx, maxPixels }: CaptureLimits,
): ImageFormat[] {
  const formats = Object.keys(maxSidePx) as ImageFormat[]
  if (width * height > maxPixels) return []
  return formats.filter((format) => Math.max(width, height) <= maxSidePx[format])
}

function tooLarge(reason: string, formats: readonly ImageFormat[]): Failure {
  const other = formats.length === 0 ? '' : `format ${formats.join(' or ')}, `
  return new Failure(
    'PAGE_TOO_TALL',
    `${reason}: use ${other}selector, a smaller viewport, or fullPage false`,
  )
}

/**
 * Splits the area, in reading order, into tiles that the browser can capture at once. Tiles begin at device pixels that are also whole
 * CSS pixels, as far as the scale allows.
 */
export function tilesOf(area: Area, { tileSidePx, tilePixels }: TileLimits): PixelBox[] {
  const { width, height } = pixelsOf(area)
  const tileWidth = tileStep(width, tileSidePx, area.scale)
  const tileHeight = tileStep(height, Math.min(tileSidePx, Math.floor(tilePixels / tileWidth)), area.scale)
  const tiles: PixelBox[] = []
  for (let top = 0; top < height; top += tileHeight) {
    for (let left = 0; left < width; left += tileWidth) {
      tiles.push({
        left,
        top,
        width: Math.min(tileWidth, width - left),
        height: Math.min(tileHeight, height - top),
      })
    }
  }
  return tiles
}

export type TileLimits = Pick<CaptureLimits, 'tileSidePx' | 'tilePixels'>

/** How far back to search for a whole CSS pixel, in device pixels. */
const MAX_SEARCH_PX = 64

/** The longest step up to `most` that ends nearest to a whole CSS pixel. */
function tileStep(length: number, max: number, scale: number): number {
  if (length <= max) return length
  let best = max
  for (let px = max; px > Math.max(1, max - MAX_SEARCH_PX); px--) {
    if (distanceToWholePixel(px / scale) < distanceToWholePixel(best / scale) - 1e-6) best = px
  }
  return best
}

function distanceToWholePixel(css: number): number {
  return Math.abs(css - Math.round(css))
}

/** The intersection of two boxes; null when it is empty. */
export function overlap(a: PixelBox, b: PixelBox): PixelBox | null {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  const width = Math.min(a.left + a.width, b.left + b.width) - left
  const height = Math.min(a.top + a.height, b.top + b.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : null
}
