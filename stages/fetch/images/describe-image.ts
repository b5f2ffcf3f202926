import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { ImageDescription } from '#shared/ports/lookups.ts'
import { imageFormat } from '#shared/web/images/image-format.ts'
import { type DecodedImage, decodeImage } from './decode-image.ts'

export interface ImageLimits {
  /** Bytes of a downloaded image, and of an SVG, which costs far more to decode for each byte. */
  readonly maxBytes: number
  readonly maxSvgBytes: number
  /** Width times height. A quarter of it for AVIF, which needs the most memory. */
  readonly maxPixels: number
  /** Milliseconds for one description, download included. */
  readonly timeoutMs: number
  /** Concurrent descriptions. With `maxBytes` they bound the memory for bodies. */
  readonly maxDescriptions: number
  /** Images decoded concurrently, besides one SVG. */
  readonly maxDecodes: number
}

export interface DescribeImageOptions {
  /** Downloads the body and undoes its Content-Encoding. Rejects when that fails or exceeds the limits. */
  readonly download: (
    url: string,
    limits: { readonly maxBytes: number; readonly timeoutMs: number; readonly signal: AbortSignal },
  ) => Promise<{ readonly body: Buffer }>
  readonly limits: ImageLimits
  /** Receives the reason why an image was not described. */
  readonly log?: { debug(fields: object, message: string): void }
}

export type DescribeImage = (
  url: string,
  context: { readonly deadlineMs: number; readonly signal: AbortSignal },
) => Promise<ImageDescription>

/**
 * Makes the look-up of size, format and dominant colour of the image at a URL. It never rejects: all fields
 * are null for an image that cannot be downloaded, decoded or finished in time.
 */
export function makeDescribeImage({ download, limits, log }: DescribeImageOptions): DescribeImage {
  const descriptions = makeSemaphore(limits.maxDescriptions)
  const decodes = makeSemaphore(limits.maxDecodes)
  // A slow SVG can hold its permit for seconds after its deadline. It must delay other SVGs only.
  const svgDecodes = makeSemaphore(1)

  async function describe(url: string, timeoutMs: number, signal: AbortSignal): Promise<ImageDescription> {
    const { body } = await download(url, { maxBytes: limits.maxBytes, timeoutMs, signal })
    const format = imageFormat(body)
    if (format === null) throw new Error('the body is not an image')
    if (format === 'svg' && body.length > limits.maxSvgBytes) throw new Error('the SVG is too large')
    const semaphore = format === 'svg' ? svgDecodes : decodes
    const picture: DecodedImage = await semaphore.run(
      () => decodeImage(body, format, { maxPixels: limits.maxPixels, timeoutMs }),
      signal,
    )
    return { url, format, ...picture }
  }

  return async (url, context) => {
    const timeoutMs = Math.max(0, Math.floor(Math.min(context.deadlineMs, limits.timeoutMs)))
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
    try {
      return await descriptions.run(() => describe(url, timeoutMs, signal), signal)
    } catch (error) {
      log?.debug({ err: error }, 'image not described')
      return { url, width: null, height: null, format: null, dominantColor: null }
    }
  }
}
