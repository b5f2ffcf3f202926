import { Failure } from '#shared/errors.ts'
import type { ImageFormat } from '#shared/operations/snapshot.ts'
import type { CaptureLimits } from './limits.ts'

/** A rectangle of the document in CSS pixels, from its top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is to be captured. */
export interface Area extends Box {
  /** Device pixels per CSS pixel, the zoom of a phone's overview included. */
  readonly scale: number
  /** The part of `scale` that is the zoom. */
  readonly zoom: number
  /** Whether it is what the viewport shows, a part of that, or something beyond it. */
  readonly extent: 'view' | 'inside' | 'beyond'
}

/** A rectangle in device pixels. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Device pixels of the whole area: those between its edges, each rounded as Chromium snaps a box to its grid. */
export function pixelsOf({ x, y, width, height, scale }: Area): { width: number; height: number } {
  const span = (from: number, length: number) =>
    Math.max(1, Math.round((from + length) * scale) - Math.round(from * scale))
  return { width: span(x, width), height: span(y, height) }
}

/** Throws PAGE_TOO_TALL when the format or the pixel budget can't hold the area. */
export function assertCapturable(
  area: Area,
  format: ImageFormat,
  { maxSidePx, maxPixels }: CaptureLimits,
): void {
  const { width, height } = pixelsOf(area)
  const size = `${width} x ${height} px`
  const side = maxSidePx[format]
  if (side !== null && height > side) {
    throw tooLarge(`The picture would be ${height} px tall (${size}), and ${format} holds at most ${side} px`)
  }
  if (side !== null && width > side) {
    throw tooLarge(`The picture would be ${width} px wide (${size}), and ${format} holds at most ${side} px`)
  }
  if (width * height > maxPixels) {
    throw tooLarge(`The picture would be ${height} px tall (${size}), above the limit of ${maxPixels} pixels`)
  }
}

function tooLarge(reason: string): Failure {
  return new Failure('PAGE_TOO_TALL', `${reason}: use selector, a smaller viewport, or fullPage false`)
}

/**
 * Cuts the area, in reading order, into boxes that the browser can capture in one go. They begin at device pixels that are
 * whole CSS pixels too, as far as the scale has such.
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

/** How far the search for a whole CSS pixel goes back. */
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

/** What two boxes have in common; null when that is nothing. */
export function overlap(a: PixelBox, b: PixelBox): PixelBox | null {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  const width = Math.min(a.left + a.width, b.left + b.width) - left
  const height = Math.min(a.top + a.height, b.top + b.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : null
}
