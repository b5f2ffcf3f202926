import type { Located } from '#shared/operations/results/snapshot-result.ts'
import type { EffectiveSnapshot, ImageFormat } from '#shared/operations/snapshot.ts'
import { ContextDestroyed, type IsolatedWorld, openIsolatedWorld } from '../tab/isolated-world.ts'
import { onNextDocument } from '../tab/next-document.ts'
import { DeadlineExceeded, type Tab } from '../tab/tab.ts'
import { type Area, formatFor, type TileLimits, tilesOf } from './area.ts'
import { type CapturedImage, captureTile, captureViewport, fastPng, UnusableImage } from './capture-tile.ts'
import { captureLazyRegions } from './lazy-regions.ts'
import { type CaptureLimits, captureLimits } from './limits.ts'
import { inImage, locateInPage } from './located.ts'
import { suppressReflowEffects } from './page/animations.ts'
import { preparePage } from './prepare-page.ts'
import { type ImagePiece, stitch } from './stitch.ts'

export interface Captured extends CapturedImage {
  readonly format: ImageFormat
  /** Where the selectors of `locate` are in the image; absent without them. */
  readonly located?: readonly Located[]
}

/**
 * Captures the loaded page as `options` demand: an element, the whole page or the viewport. Verifies that the image is complete, of
 * the requested format, and of the size of the page. Leaves the page changed. The device must be emulated in the session `tab.cdp`,
 * because Chromium captures with the emulation of the session that asks; Network and Page events must be enabled there as well.
 *
 * Rejects with ELEMENT_NOT_FOUND, VALIDATION_ERROR (invalid selector) or PAGE_TOO_TALL (with the measured height), and like
 * `tab.guard`.
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
      // The page has navigated: capture the document that it shows then.
      if (!(error instanceof ContextDestroyed)) throw error
    }
  }
  throw new DeadlineExceeded('The page keeps navigating to other documents')
}

/** Like `capture`, for one document: rejects with `ContextDestroyed` when the page navigates to another one meanwhile. */
export async function captureDocument(
  tab: Tab,
  options: EffectiveSnapshot,
  limits: CaptureLimits = captureLimits,
): Promise<Captured> {
  const world = await openIsolatedWorld(tab)
  const area = await preparePage(tab, world, options, limits)
  const format = formatFor(area, options, limits)
  const isBeyondViewport = area.extent === 'beyond'
  const patches = isBeyondViewport ? await captureLazyRegions(tab, world, area, limits) : []
  if (options.omitBackground) await makeBackgroundTransparent(tab)
  const captureArea = async () => {
    const { locate } = options
    const found = locate && (await locateInPage(world, locate, area, limits))
    const image = await captureWithFallbacks(tab, area, patches, { ...options, format }, limits)
    return { ...image, ...(locate && found && { located: inImage(locate, found, area, image) }) }
  }
  const image = await (isBeyondViewport ? withFrozenPage(tab, world, captureArea) : captureArea())
  await world.assertAlive()
  return { ...image, format }
}

async function makeBackgroundTransparent({ cdp, guard }: Tab): Promise<void> {
  const color = { r: 0, g: 0, b: 0, a: 0 }
  await guard(cdp.send('Emulation.setDefaultBackgroundColorOverride', { color }))
}

/** Captures the area at once where the browser can; else, or when that fails, in tiles; when that fails, in smaller tiles. */
async function captureWithFallbacks(
  tab: Tab,
  area: Area,
  patches: readonly ImagePiece[],
  { format, quality }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<CapturedImage> {
  const [singleTile, ...moreTiles] = tilesOf(area, limits)
  const inTiles = (tilePixels: number) => () =>
    captureInTiles(tab, area, patches, { format, quality }, { ...limits, tilePixels })
  const strategies = [inTiles(limits.tilePixels), inTiles(limits.tilePixels / 4)]
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

/**
 * Captures the page beyond its viewport and keeps its appearance meanwhile. Chromium lays the page out for a viewport of one pixel, and
 * back (puppeteer/puppeteer#7251); disables scripts, which would react to the resize. Rejects with `ContextDestroyed` when the page has
 * navigated; the next document, which was loaded without scripts, is then reloaded with them.
 */
async function withFrozenPage<T>(tab: Tab, world: IsolatedWorld, capture: () => Promise<T>): Promise<T> {
  await world.run(suppressReflowEffects, null)
  await disableScripts(tab, true)
  try {
    const captured = await capture()
    await world.assertAlive()
    return captured
  } catch (error) {
    if (error instanceof ContextDestroyed) await reload(tab)
    throw error
  }
}

async function reload(tab: Tab): Promise<void> {
  const { cdp, guard } = tab
  await disableScripts(tab, false)
  const shown = Promise.withResolvers<void>()
  onNextDocument(cdp, () => shown.resolve())
  await guard(cdp.send('Page.reload').then(() => shown.promise))
}

function disableScripts({ cdp, guard }: Tab, value: boolean): Promise<void> {
  return guard(cdp.send('Emulation.setScriptExecutionDisabled', { value }))
}
