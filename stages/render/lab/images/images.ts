import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { LabImage } from '#shared/messages/payloads/measurement.ts'

import { ContextDestroyed, openIsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import { readFileSizes } from './image-files.ts'
import { type FoundImage, findImages } from './page/find-images.ts'

const limits = { max: 500, maxElements: 20_000, timeMs: 1500 }
/** Timeouts of the search in the page, and of reading the files after it, in milliseconds. */
const FIND_TIMEOUT_MS = 3000
const FILES_TIMEOUT_MS = 1000

/**
 * The images of the main document as they are shown, including open shadow roots; background images only in the viewport. Loads
 * nothing. Empty when the page is too busy or has navigated.
 */
export async function describeImages(tab: Tab, lcpUrl: string | null): Promise<LabImage[]> {
  const found = (await withTimeoutOrNull(findInPage(tab), FIND_TIMEOUT_MS)) ?? []
  const unknown = found.filter(({ fileWidth }) => fileWidth === null).map(({ url }) => url)
  const sizes = await readFileSizes(tab, unknown, FILES_TIMEOUT_MS)
  return found.map(({ url, fileWidth, fileHeight, ...shown }) => {
    const file = sizes.get(url)
    return {
      ...{ url, ...shown },
      naturalWidth: fileWidth ?? file?.width ?? 0,
      naturalHeight: fileHeight ?? file?.height ?? 0,
      isLcp: url === lcpUrl,
    }
  })
}

async function findInPage(tab: Tab): Promise<FoundImage[]> {
  try {
    return await (await openIsolatedWorld(tab)).run(findImages, limits)
  } catch (error) {
    if (error instanceof ContextDestroyed) return []
    throw error
  }
}
