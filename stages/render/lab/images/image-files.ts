import sharp from 'sharp'
import { imageFormat } from '#shared/images/image-format.ts'
import { withTimeoutOrNull } from '../../../../shared/async/timeout-or-null.ts'
import type { Tab } from '../../tab/tab.ts'

export interface FileSize {
  readonly width: number
  readonly height: number
}

/** Files that are looked into: the first in the document. */
const MAX_FILES = 40
/** Of one file; what Chromium decodes has fewer pixels. */
const MAX_PIXELS = 200_000_000
const MAX_SVG_BYTES = 1_000_000

/** Pixels of image files that the page has loaded, read from what the browser has of them, for at most `budgetMs`. */
export async function readFileSizes(
  tab: Tab,
  urls: readonly string[],
  budgetMs: number,
): Promise<ReadonlyMap<string, FileSize>> {
  const sizes = new Map<string, FileSize>()
  const outOfTime = new AbortController()
  await tab.guard(withTimeoutOrNull(readSizesInto(tab, urls, sizes, outOfTime.signal), budgetMs))
  outOfTime.abort()
  return sizes
}

async function readSizesInto(
  { target, cdp }: Tab,
  urls: readonly string[],
  sizes: Map<string, FileSize>,
  outOfTime: AbortSignal,
): Promise<void> {
  const selectedUrls = [...new Set(urls)].slice(0, MAX_FILES)
  if (selectedUrls.length === 0) return
  const session = await target.createCDPSession()
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  await session.send('Page.enable')
  for (const url of selectedUrls) {
    if (outOfTime.aborted) break
    const size = await readFileSize(session, targetInfo.targetId, url)
    if (size !== null) sizes.set(url, size)
  }
  await session.detach()
}

/** Null for what is not loaded, or no image. */
async function readFileSize(session: Tab['cdp'], frameId: string, url: string): Promise<FileSize | null> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url })
    return await decodeSize(Buffer.from(content, base64Encoded ? 'base64' : 'utf8'))
  } catch {
    return null
  }
}

/**
 * Width and height as the file is displayed; null when it is no image of the web, which no decoder is to see, or a larger SVG,
 * which has to be parsed whole. Rejects when the file is damaged or says that it has too many pixels.
 */
export async function decodeSize(body: Buffer): Promise<FileSize | null> {
  const format = imageFormat(body)
  if (format === null || format === 'ico') return null
  if (format === 'svg' && body.length > MAX_SVG_BYTES) return null
  const { autoOrient } = await sharp(body, { limitInputPixels: MAX_PIXELS }).metadata()
  return autoOrient
}
