import { type Located, MAX_BOXES } from '#shared/operations/results/snapshot-result.ts'
import type { IsolatedWorld } from '../tab/isolated-world.ts'
import type { Area, Box } from './area.ts'
import type { CapturedImage } from './capture-tile.ts'
import type { CaptureLimits } from './limits.ts'
import { locate, type Matches } from './page/locate.ts'

/**
 * Where the page has what the selectors match, in the layout that is captured next; the browser's time is that of the capture. Rejects
 * like `world.run`.
 */
export function locateInPage(
  world: IsolatedWorld,
  selectors: readonly string[],
  area: Area,
  { maxLocatedElements }: CaptureLimits,
): Promise<Matches[]> {
  return world.run(locate, { selectors, area, maxBoxes: MAX_BOXES, maxElements: maxLocatedElements })
}

/** The same in pixels of the image of the area: boxes are cut at its edges. */
export function inImage(
  selectors: readonly string[],
  found: readonly Matches[],
  area: Area,
  image: Pick<CapturedImage, 'width' | 'height'>,
): Located[] {
  return selectors.map((selector, at) => {
    const { boxes, matches } = found[at] ?? { boxes: [], matches: 0 }
    return { selector, boxes: boxes.flatMap((box) => toPixels(box, area, image) ?? []), matches }
  })
}

/** The image begins on the grid of device pixels. Null where nothing of the box is left. */
function toPixels(
  { x, y, width, height }: Box,
  area: Area,
  image: Pick<CapturedImage, 'width' | 'height'>,
): Box | null {
  const { scale } = area
  const along = (from: number, length: number, start: number, most: number) => {
    const begin = from * scale - Math.round(start * scale)
    const low = tenths(Math.max(0, begin))
    return [low, tenths(Math.min(most, begin + length * scale) - low)] as const
  }
  const [left, wide] = along(x, width, area.x, image.width)
  const [top, tall] = along(y, height, area.y, image.height)
  return wide > 0 && tall > 0 ? { x: left, y: top, width: wide, height: tall } : null
}

function tenths(px: number): number {
  return Math.round(px * 10) / 10
}
