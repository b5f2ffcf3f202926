import type { LabImage } from '#shared/messages/payloads/measurement.ts'
import { withTimeoutOrNull } from '../../../../shared/async/timeout-or-null.ts'
import { ContextDestroyed, openIsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import { readFileSizes } from './image-files.ts'
import { type FoundImage, findImages } from './page/find-images.ts'

const limits = { max: 500, maxElements: 20_000, timeMs: 1500 }
/** For the page to answer, and then for the sizes of files, in milliseconds. */
const FIND_TIMEOUT_MS = 3000
const FILES_TIMEOUT_MS = 1000

/**
 * The images of the page's own document as it shows them now, open shadow roots included; of backgrounds those in view. Loads
 * nothing. Empty where the page is too busy to tell or has gone elsewhere.
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
