import { setTimeout as delay } from 'node:timers/promises'
import type { IsolatedWorld } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import { type Area, type Box, overlap, type PixelBox, pixelsOf } from './area.ts'
import { captureTile, fastPng } from './capture-tile.ts'
import type { CaptureLimits } from './limits.ts'
import {
  type LazyRegion,
  lazyRegions,
  scrollBackToTop,
  scrollToRegionBox,
  untilUnchanged,
} from './page/lazy-regions.ts'
import type { ImagePiece } from './stitch.ts'

/**
 * Captures the regions of the area that are painted only when they are scrolled to: frames of other sites, which the browser leaves
 * white outside the viewport, and rows of virtualized lists. Regions for which there is no time stay as the browser paints them.
 */
export async function captureLazyRegions(
  tab: Tab,
  world: IsolatedWorld,
  area: Area,
  limits: CaptureLimits,
): Promise<ImagePiece[]> {
  const regions = await world.run(lazyRegions, { max: limits.maxLazyRegions })
  const until = performance.now() + limits.lazyRegionsMs
  const pieces: ImagePiece[] = []
  for (const region of regions) {
    const visibleParts = region.parts.flatMap((part) => visiblePart(area, part) ?? [])
    if (visibleParts.length === 0 || performance.now() > until) continue
    await scrollToRegion(tab, world, region, limits)
    for (const position of visibleParts) {
      if (performance.now() > until) break
      const { image } = await captureTile(tab, { ...area, extent: 'inside' }, position, fastPng)
      pieces.push({ position, image })
    }
  }
  if (regions.length > 0) await world.run(scrollBackToTop, null)
  if (regions.some(({ isVirtualized }) => isVirtualized)) await waitForContent(world, limits)
  return pieces
}

async function scrollToRegion(
  tab: Tab,
  world: IsolatedWorld,
  { box, isVirtualized }: LazyRegion,
  limits: CaptureLimits,
): Promise<void> {
  await world.run(scrollToRegionBox, box)
  await (isVirtualized ? waitForContent(world, limits) : tab.guard(delay(limits.framePaintMs)))
}

async function waitForContent(
  world: IsolatedWorld,
  { regionContentMs, busyGraceMs }: CaptureLimits,
): Promise<void> {
  await world.runWithin(untilUnchanged, regionContentMs, regionContentMs + busyGraceMs)
}

/** The part of the box inside the area, in device pixels of the area; null when there is none. */
function visiblePart(area: Area, { x, y, width, height }: Box): PixelBox | null {
  const left = Math.round(x * area.scale) - Math.round(area.x * area.scale)
  const top = Math.round(y * area.scale) - Math.round(area.y * area.scale)
  const size = pixelsOf({ ...area, x, y, width, height })
  return overlap({ left: 0, top: 0, ...pixelsOf(area) }, { left, top, ...size })
}
