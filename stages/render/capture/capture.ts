import type { EffectiveSnapshot, ImageFormat } from '#shared/operations/snapshot.ts'
import { DeadlinePassed, type Tab } from '../tab.ts'
import { type Area, refuseTooLarge, type TileLimits, tilesOf } from './area.ts'
import { captureFarViews } from './far-views.ts'
import { type CaptureLimits, captureLimits } from './limits.ts'
import { setScene } from './scene.ts'
import { fastPng, type Shot, shoot, shootView, UnusableShot } from './shot.ts'
import { whileStill } from './stand-still.ts'
import { type Piece, stitch } from './stitch.ts'
import { openWorld, WorldLost } from './world.ts'

/** A picture and its size in its own pixels: CSS pixels times the device scale factor. */
export interface Captured {
  readonly image: Buffer
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
}

/**
 * Captures the loaded page as `options` ask: an element, the whole page or what is in view. The picture is verified:
 * complete, of the asked format, and of the size that the page has. The page is left changed. The device must have been
 * emulated in `tab.cdp`: the browser captures a session's shots with that session's emulation alone. Events of network and page
 * must be enabled there, too.
 *
 * Rejects with ELEMENT_NOT_FOUND, VALIDATION_ERROR (no valid selector) or PAGE_TOO_TALL (with the measured height), and
 * like `tab.guard`.
 */
export async function capture(
  tab: Tab,
  options: EffectiveSnapshot,
  limits: CaptureLimits = captureLimits,
): Promise<Captured> {
  for (let tries = 0; tries < limits.documents; tries++) {
    try {
      return await captureOnce(tab, options, limits)
    } catch (error) {
      // The page went on to another document: that one is what it shows now.
      if (!(error instanceof WorldLost)) throw error
    }
  }
  throw new DeadlinePassed('The page did not stay long enough for its picture')
}

/** As `capture`, of one document alone: rejects with WorldLost when the page goes on to another one meanwhile. */
export async function captureOnce(
  tab: Tab,
  options: EffectiveSnapshot,
  limits: CaptureLimits = captureLimits,
): Promise<Captured> {
  const world = await openWorld(tab)
  const area = await setScene(tab, world, options, limits)
  refuseTooLarge(area, options.format, limits)
  const isBeyond = area.extent === 'beyond'
  const patches = isBeyond ? await captureFarViews(tab, world, area, limits) : []
  if (options.omitBackground) await seeThrough(tab)
  const taken = () => take(tab, area, patches, options, limits)
  const shot = await (isBeyond ? whileStill(tab, world, taken) : taken())
  await world.ensureAlive()
  return { ...shot, format: options.format }
}

async function seeThrough({ cdp, guard }: Tab): Promise<void> {
  const color = { r: 0, g: 0, b: 0, a: 0 }
  await guard(cdp.send('Emulation.setDefaultBackgroundColorOverride', { color }))
}

/** In one go where the browser can; else, or where that went wrong, in tiles, and at last in small ones. */
async function take(
  tab: Tab,
  area: Area,
  patches: readonly Piece[],
  { format, quality }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Shot> {
  const [only, ...others] = tilesOf(area, limits)
  const ways: (() => Promise<Shot>)[] = [
    () => inTiles(tab, area, patches, { format, quality }, limits),
    () => inTiles(tab, area, patches, { format, quality }, { ...limits, tilePixels: limits.tilePixels / 4 }),
  ]
  if (only !== undefined && others.length === 0 && patches.length === 0) {
    const encoding = { format, quality, optimizeForSpeed: false }
    ways.unshift(() =>
      area.extent === 'view' ? shootView(tab, only, encoding) : shoot(tab, area, only, encoding),
    )
  }
  let failure: unknown
  for (const way of ways) {
    try {
      return await way()
    } catch (error) {
      if (!(error instanceof UnusableShot)) throw error
      failure = error
    }
  }
  throw failure
}

async function inTiles(
  tab: Tab,
  area: Area,
  patches: readonly Piece[],
  encoding: { format: ImageFormat; quality: number | null },
  limits: TileLimits,
): Promise<Shot> {
  const tiles: Piece[] = []
  for (const place of tilesOf(area, limits)) {
    const { image } = await shoot(tab, area, place, fastPng)
    tiles.push({ place, image })
  }
  return tab.guard(stitch(tiles, patches, encoding))
}
