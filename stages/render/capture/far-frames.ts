import { setTimeout as delay } from 'node:timers/promises'
import type { Tab } from '../tab.ts'
import { type Area, overlap, type PixelBox, pixelsOf } from './area.ts'
import type { CaptureLimits } from './limits.ts'
import { backToTop, type FrameBox, farFrames, lookAt } from './page/far-frames.ts'
import { fastPng, shoot } from './shot.ts'
import type { Piece } from './stitch.ts'
import type { World } from './world.ts'

/** A frame that was just scrolled to paints itself within this time, in its own process. */
const PAINT_MS = 120

/**
 * Pictures of the area's frames of other sites, each taken with the frame in view: elsewhere the browser leaves them white.
 * What there is no time for stays as the browser paints it.
 */
export async function captureFarFrames(
  tab: Tab,
  world: World,
  area: Area,
  limits: CaptureLimits,
): Promise<Piece[]> {
  const views = await world.run(farFrames, { most: limits.frameViews })
  const until = performance.now() + limits.framesMs
  const pieces: Piece[] = []
  for (const { box, frames } of views) {
    const places = frames.flatMap((frame) => placeIn(area, frame) ?? [])
    if (places.length === 0 || performance.now() > until) continue
    await world.run(lookAt, box)
    await tab.guard(delay(PAINT_MS))
    for (const place of places) {
      if (performance.now() > until) break
      const { image } = await shoot(tab, { ...area, extent: 'inside' }, place, fastPng)
      pieces.push({ place, image })
    }
  }
  if (views.length > 0) await world.run(backToTop, null)
  return pieces
}

/** The part of the box that the area shows, in the area's device pixels. */
function placeIn(area: Area, { x, y, width, height }: FrameBox): PixelBox | null {
  const left = Math.round(x * area.scale) - Math.round(area.x * area.scale)
  const top = Math.round(y * area.scale) - Math.round(area.y * area.scale)
  const size = pixelsOf({ ...area, x, y, width, height })
  return overlap({ left: 0, top: 0, ...pixelsOf(area) }, { left, top, ...size })
}
