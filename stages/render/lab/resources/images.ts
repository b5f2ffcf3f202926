import type { LabImage } from '#shared/lab/measurement.ts'
import { openWorld, WorldLost } from '../../capture/world.ts'
import { inTime } from '../../in-time.ts'
import type { Tab } from '../../tab.ts'
import { fileSizes } from './image-files.ts'
import { images, type SeenImage } from './page/images.ts'

const limits = { most: 500, mostElements: 20_000, timeMs: 1500 }
/** For the page to answer, and then for the sizes of files, in milliseconds. */
const LOOK_MS = 3000
const FILES_MS = 1000

/**
 * The images of the page's own document as it shows them now, open shadow roots included; of backgrounds those in view. Loads
 * nothing. Empty where the page is too busy to tell or has gone elsewhere.
 */
export async function describeImages(tab: Tab, lcpUrl: string | null): Promise<LabImage[]> {
  const seen = (await inTime(look(tab), LOOK_MS)) ?? []
  const unknown = seen.filter(({ fileWidth }) => fileWidth === null).map(({ url }) => url)
  const sizes = await fileSizes(tab, unknown, FILES_MS)
  return seen.map(({ url, fileWidth, fileHeight, ...shown }) => {
    const file = sizes.get(url)
    return {
      ...{ url, ...shown },
      naturalWidth: fileWidth ?? file?.width ?? 0,
      naturalHeight: fileHeight ?? file?.height ?? 0,
      isLcp: url === lcpUrl,
    }
  })
}

async function look(tab: Tab): Promise<SeenImage[]> {
  try {
    return await (await openWorld(tab)).run(images, limits)
  } catch (error) {
    if (error instanceof WorldLost) return []
    throw error
  }
}
