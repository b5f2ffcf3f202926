import { imageFormat } from '#shared/images/image-format.ts'
import type { ImageDescription } from '#shared/ports/lookups.ts'
import { type DecodedImage, decodeImage } from './decode-image.ts'
import { makeSemaphore } from './semaphore.ts'

export interface ImageLimits {
  /** Bytes of a downloaded image, and of an SVG, whose decoding costs far more for each byte. */
  readonly maxBytes: number
  readonly maxSvgBytes: number
  /** Width times height; a quarter of it for AVIF, whose decoding takes most memory. */
  readonly maxPixels: number
  /** Milliseconds for all of one description. */
  readonly timeoutMs: number
  /** Descriptions at work at once: with `maxBytes` they bound the memory for bodies. */
  readonly maxDescriptions: number
  /** Images decoded at once, one SVG besides. */
  readonly maxDecodes: number
}

export interface DescribeImageOptions {
  /** Gets the body, decoded as Content-Encoding says; rejects when it can't be had within the limits. */
  readonly download: (
    url: string,
    limits: { readonly maxBytes: number; readonly timeoutMs: number; readonly signal: AbortSignal },
  ) => Promise<{ readonly body: Buffer }>
  readonly limits: ImageLimits
  /** Hears why an image was not described. */
  readonly log?: { debug(fields: object, message: string): void }
}

export type DescribeImage = (
  url: string,
  context: { readonly deadlineMs: number; readonly signal: AbortSignal },
) => Promise<ImageDescription>

/**
 * Size, format and dominant colour of the image behind a URL. Never rejects: what can't be downloaded, decoded or
 * finished in time is all null.
 */
export function makeDescribeImage({ download, limits, log }: DescribeImageOptions): DescribeImage {
  const descriptions = makeSemaphore(limits.maxDescriptions)
  const decodes = makeSemaphore(limits.maxDecodes)
  // A slow SVG can hold its slot for seconds past its deadline: it shall delay other SVGs alone.
  const svgDecodes = makeSemaphore(1)

  async function describe(url: string, timeoutMs: number, signal: AbortSignal): Promise<ImageDescription> {
    const { body } = await download(url, { maxBytes: limits.maxBytes, timeoutMs, signal })
    const format = imageFormat(body)
    if (format === null) throw new Error('no image')
    if (format === 'svg' && body.length > limits.maxSvgBytes) throw new Error('SVG too large')
    const semaphore = format === 'svg' ? svgDecodes : decodes
    const picture: DecodedImage = await semaphore(signal, () =>
      decodeImage(body, format, { maxPixels: limits.maxPixels, timeoutMs }),
    )
    return { url, format, ...picture }
  }

  return async (url, context) => {
    const timeoutMs = Math.max(0, Math.floor(Math.min(context.deadlineMs, limits.timeoutMs)))
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
    try {
      return await descriptions(signal, () => describe(url, timeoutMs, signal))
    } catch (error) {
      log?.debug({ err: error }, 'image not described')
      return { url, width: null, height: null, format: null, dominantColor: null }
    }
  }
}
