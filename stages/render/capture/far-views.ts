import { setTimeout as delay } from 'node:timers/promises'
import type { Tab } from '../tab.ts'
import { type Area, type Box, overlap, type PixelBox, pixelsOf } from './area.ts'
import type { CaptureLimits } from './limits.ts'
import { allHere, backToTop, type FarView, farViews, lookAt } from './page/far-views.ts'
import { fastPng, shoot } from './shot.ts'
import type { Piece } from './stitch.ts'
import type { World } from './world.ts'

/** A frame that was just scrolled to paints itself within this time, in its own process. */
const PAINT_MS = 120

/**
 * Pictures of what the area shows only when it is scrolled there: frames of other sites, which the browser leaves white
 * elsewhere, and rows that scripts keep in the page only near the view. What there is no time for stays as the browser
 * paints it.
 */
export async function captureFarViews(
  tab: Tab,
  world: World,
  area: Area,
  limits: CaptureLimits,
): Promise<Piece[]> {
  const views = await world.run(farViews, { most: limits.farViews })
  const until = performance.now() + limits.farMs
  const pieces: Piece[] = []
  for (const view of views) {
    const places = view.parts.flatMap((part) => placeIn(area, part) ?? [])
    if (places.length === 0 || performance.now() > until) continue
    await show(tab, world, view, limits)
    for (const place of places) {
      if (performance.now() > until) break
      const { image } = await shoot(tab, { ...area, extent: 'inside' }, place, fastPng)
      pieces.push({ place, image })
    }
  }
  if (views.length > 0) await world.run(backToTop, null)
  if (views.some(({ comes }) => comes)) await come(world, limits)
  return pieces
}

async function show(tab: Tab, world: World, { box, comes }: FarView, limits: CaptureLimits): Promise<void> {
  await world.run(lookAt, box)
  await (comes ? come(world, limits) : tab.guard(delay(PAINT_MS)))
}

async function come(world: World, { comingMs, busyMs }: CaptureLimits): Promise<void> {
  await world.runWithin(allHere, comingMs, comingMs + busyMs)
}

/** The part of the box that the area shows, in the area's device pixels. */
function placeIn(area: Area, { x, y, width, height }: Box): PixelBox | null {
  const left = Math.round(x * area.scale) - Math.round(area.x * area.scale)
  const top = Math.round(y * area.scale) - Math.round(area.y * area.scale)
  const size = pixelsOf({ ...area, x, y, width, height })
  return overlap({ left: 0, top: 0, ...pixelsOf(area) }, { left, top, ...size })
}
