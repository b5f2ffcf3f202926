import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { openIsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import { MAX_URL_CHARS } from '../requests/logged-request.ts'
import { findFonts } from './page/find-fonts.ts'
import { measureTree } from './page/measure-tree.ts'
import { readViewport } from './page/read-viewport.ts'

/** Of the count of elements. */
const treeLimits = { maxElements: 20_000, timeMs: 500 }
/** Of the search for fonts. */
const fontLimits = {
  ...{ max: 100, maxFaces: 2000, maxRules: 20_000, maxUrlChars: MAX_URL_CHARS, maxFamilyChars: 100 },
  timeMs: 500,
}
/** Of the meta element `viewport`. */
const viewportLimits = { maxChars: 200 }

/** The document that the page shows: its elements, its layout width, and the fonts that it has loaded. Loads nothing. */
export async function describeDocument(tab: Tab): Promise<LabDocument> {
  const world = await openIsolatedWorld(tab)
  const tree = await world.run(measureTree, treeLimits)
  const viewport = await world.run(readViewport, viewportLimits)
  const fonts = await world.run(findFonts, fontLimits)
  return { ...tree, ...viewport, fonts }
}
