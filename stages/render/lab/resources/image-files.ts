import sharp from 'sharp'
import { imageFormat } from '#shared/images/image-format.ts'
import { inTime } from '../../in-time.ts'
import type { Tab } from '../../tab.ts'

export interface FileSize {
  readonly width: number
  readonly height: number
}

/** Files that are looked into: the first in the document. */
const MOST_FILES = 40
/** Of one file; what Chromium decodes has fewer pixels. */
const MOST_PIXELS = 200_000_000
const MOST_SVG_BYTES = 1_000_000

/** Pixels of image files that the page has loaded, read from what the browser has of them, for at most `budgetMs`. */
export async function fileSizes(
  tab: Tab,
  urls: readonly string[],
  budgetMs: number,
): Promise<ReadonlyMap<string, FileSize>> {
  const sizes = new Map<string, FileSize>()
  const over = new AbortController()
  await tab.guard(inTime(readSizes(tab, urls, sizes, over.signal), budgetMs))
  over.abort()
  return sizes
}

async function readSizes(
  { target, cdp }: Tab,
  urls: readonly string[],
  sizes: Map<string, FileSize>,
  over: AbortSignal,
): Promise<void> {
  const wanted = [...new Set(urls)].slice(0, MOST_FILES)
  if (wanted.length === 0) return
  const session = await target.createCDPSession()
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  await session.send('Page.enable')
  for (const url of wanted) {
    if (over.aborted) break
    const size = await fileSize(session, targetInfo.targetId, url)
    if (size !== null) sizes.set(url, size)
  }
  await session.detach()
}

/** Null for what is not loaded, or no image. */
async function fileSize(session: Tab['cdp'], frameId: string, url: string): Promise<FileSize | null> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url })
    return await sizeOf(Buffer.from(content, base64Encoded ? 'base64' : 'utf8'))
  } catch {
    return null
  }
}

/**
 * Width and height as the file is displayed; null when it is no image of the web, which no decoder is to see, or a larger SVG,
 * which has to be parsed whole. Rejects when the file is damaged or says that it has too many pixels.
 */
export async function sizeOf(body: Buffer): Promise<FileSize | null> {
  const format = imageFormat(body)
  if (format === null || format === 'ico') return null
  if (format === 'svg' && body.length > MOST_SVG_BYTES) return null
  const { autoOrient } = await sharp(body, { limitInputPixels: MOST_PIXELS }).metadata()
  return autoOrient
}
