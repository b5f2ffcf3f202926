import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { LabImage } from '#shared/messages/payloads/measurement.ts'
import type { IsolatedTasks } from '#shared/ports/isolated-tasks.ts'
import { imageFormat } from '#shared/web/images/image-format.ts'
import { ContextDestroyed, openIsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import { MAX_URL_CHARS } from '../requests/logged-request.ts'
import type { FileSize } from './image-size.worker.ts'
import { type FoundImage, findImages } from './page/find-images.ts'

/** Runs `image-size.worker.ts` apart from this process. */
export type ImageSizes = IsolatedTasks<Uint8Array, FileSize>

const limits = { max: 500, maxElements: 20_000, maxUrlChars: MAX_URL_CHARS, timeMs: 1500 }
/** Timeouts of the search in the page, and of reading the files after it, in milliseconds. */
const FIND_TIMEOUT_MS = 3000
const FILES_TIMEOUT_MS = 1000

/**
 * The images of the main document as they are shown, including open shadow roots; background images only in the viewport. Loads
 * nothing. Empty when the page is too busy or has navigated.
 */
export async function describeImages(
  tab: Tab,
  lcpUrl: string | null,
  imageSizes: ImageSizes,
): Promise<LabImage[]> {
  const found = (await withTimeoutOrNull(findInPage(tab), FIND_TIMEOUT_MS)) ?? []
  const unknown = found.filter(({ fileWidth }) => fileWidth === null).map(({ url }) => url)
  const sizes = await readFileSizes(tab, unknown, imageSizes, FILES_TIMEOUT_MS)
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

/** Maximum number of files that are read: the first ones in the document. */
const MAX_FILES = 40
/** Of one file; the decoder reads the whole file of some formats, 40 MB in a second. */
const MAX_FILE_BYTES = 20_000_000

/** Sizes of image files that the page has loaded, from the copies of the browser. Takes `budgetMs` milliseconds at most. */
async function readFileSizes(
  tab: Tab,
  urls: readonly string[],
  imageSizes: ImageSizes,
  budgetMs: number,
): Promise<ReadonlyMap<string, FileSize>> {
  const sizes = new Map<string, FileSize>()
  const outOfTime = new AbortController()
  const readSize = (body: Buffer) => sizeOfFile(body, imageSizes, outOfTime.signal)
  await tab.guard(withTimeoutOrNull(readSizesInto(tab, urls, sizes, readSize, outOfTime.signal), budgetMs))
  outOfTime.abort()
  return sizes
}

async function readSizesInto(
  { target, cdp }: Tab,
  urls: readonly string[],
  sizes: Map<string, FileSize>,
  readSize: ReadSize,
  outOfTime: AbortSignal,
): Promise<void> {
  const selectedUrls = [...new Set(urls)].slice(0, MAX_FILES)
  if (selectedUrls.length === 0) return
  const session = await target.createCDPSession()
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  await session.send('Page.enable')
  for (const url of selectedUrls) {
    if (outOfTime.aborted) break
    const size = await readFileSize(session, targetInfo.targetId, url, readSize)
    if (size !== null) sizes.set(url, size)
  }
  await session.detach()
}

/** Null when the file is not loaded, or is no image. */
async function readFileSize(
  session: Tab['cdp'],
  frameId: string,
  url: string,
  readSize: ReadSize,
): Promise<FileSize | null> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url })
    return await readSize(Buffer.from(content, base64Encoded ? 'base64' : 'utf8'))
  } catch {
    return null
  }
}

type ReadSize = (body: Buffer) => Promise<FileSize | null>

/**
 * Width and height as displayed. Null for formats that browsers do not show, which are not passed to the decoder, for large files, and for
 * SVG: it has no pixels, and one of 2 KB can occupy the decoder for minutes. Rejects when the file is damaged, claims too many pixels, or
 * takes too long.
 */
export async function sizeOfFile(
  body: Buffer,
  imageSizes: ImageSizes,
  outOfTime: AbortSignal,
): Promise<FileSize | null> {
  const format = imageFormat(body)
  if (format === null || format === 'ico' || format === 'svg' || body.length > MAX_FILE_BYTES) return null
  return imageSizes.run(body, outOfTime)
}
