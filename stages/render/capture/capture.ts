import type { EffectiveSnapshot, ImageFormat } from '#shared/operations/snapshot.ts'
import { ContextDestroyed, openIsolatedWorld } from '../tab/isolated-world.ts'
import { DeadlineExceeded, type Tab } from '../tab/tab.ts'
import { type Area, assertCapturable, type TileLimits, tilesOf } from './area.ts'
import { type CapturedImage, captureTile, captureViewport, fastPng, UnusableImage } from './capture-tile.ts'
import { withFrozenPage } from './frozen-page.ts'
import { captureLazyRegions } from './lazy-regions.ts'
import { type CaptureLimits, captureLimits } from './limits.ts'
import { preparePage } from './prepare-page.ts'
import { type ImagePiece, stitch } from './stitch.ts'

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
  for (let tries = 0; tries < limits.maxDocuments; tries++) {
    try {
      return await captureDocument(tab, options, limits)
    } catch (error) {
      // The page went on to another document: that one is what it shows now.
      if (!(error instanceof ContextDestroyed)) throw error
    }
  }
  throw new DeadlineExceeded('The page did not stay long enough for its picture')
}

/** As `capture`, of one document alone: rejects with WorldLost when the page goes on to another one meanwhile. */
export async function captureDocument(
  tab: Tab,
  options: EffectiveSnapshot,
  limits: CaptureLimits = captureLimits,
): Promise<Captured> {
  const world = await openIsolatedWorld(tab)
  const area = await preparePage(tab, world, options, limits)
  assertCapturable(area, options.format, limits)
  const isBeyondViewport = area.extent === 'beyond'
  const patches = isBeyondViewport ? await captureLazyRegions(tab, world, area, limits) : []
  if (options.omitBackground) await makeBackgroundTransparent(tab)
  const captureArea = () => captureWithFallbacks(tab, area, patches, options, limits)
  const image = await (isBeyondViewport ? withFrozenPage(tab, world, captureArea) : captureArea())
  await world.assertAlive()
  return { ...image, format: options.format }
}

async function makeBackgroundTransparent({ cdp, guard }: Tab): Promise<void> {
  const color = { r: 0, g: 0, b: 0, a: 0 }
  await guard(cdp.send('Emulation.setDefaultBackgroundColorOverride', { color }))
}

/** In one go where the browser can; else, or where that went wrong, in tiles, and at last in small ones. */
async function captureWithFallbacks(
  tab: Tab,
  area: Area,
  patches: readonly ImagePiece[],
  { format, quality }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<CapturedImage> {
  const [singleTile, ...moreTiles] = tilesOf(area, limits)
  const strategies: (() => Promise<CapturedImage>)[] = [
    () => captureInTiles(tab, area, patches, { format, quality }, limits),
    () =>
      captureInTiles(
        tab,
        area,
        patches,
        { format, quality },
        { ...limits, tilePixels: limits.tilePixels / 4 },
      ),
  ]
  if (singleTile !== undefined && moreTiles.length === 0 && patches.length === 0) {
    const encoding = { format, quality, optimizeForSpeed: false }
    strategies.unshift(() =>
      area.extent === 'view'
        ? captureViewport(tab, singleTile, encoding)
        : captureTile(tab, area, singleTile, encoding),
    )
  }
  let failure: unknown
  for (const strategy of strategies) {
    try {
      return await strategy()
    } catch (error) {
      if (!(error instanceof UnusableImage)) throw error
      failure = error
    }
  }
  throw failure
}

async function captureInTiles(
  tab: Tab,
  area: Area,
  patches: readonly ImagePiece[],
  encoding: { format: ImageFormat; quality: number | null },
  limits: TileLimits,
): Promise<CapturedImage> {
  const tiles: ImagePiece[] = []
  for (const position of tilesOf(area, limits)) {
    const { image } = await captureTile(tab, area, position, fastPng)
    tiles.push({ position, image })
  }
  return tab.guard(stitch(tiles, patches, encoding))
}
