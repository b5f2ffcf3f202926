import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { ImageDescription } from '#shared/ports/lookups.ts'
import type { ImageDecoder } from './image-decoder.ts'

export interface DescriptionLimits {
  /** Bytes of a downloaded image. */
  readonly maxBytes: number
  /** Milliseconds for one description, download included. */
  readonly timeoutMs: number
  /** Concurrent descriptions. With `maxBytes` they bound the memory for bodies. */
  readonly maxDescriptions: number
}

export interface DescribeImageOptions {
  /** Downloads the body and undoes its Content-Encoding. Rejects when that fails or exceeds the limits. */
  readonly download: (
    url: string,
    limits: { readonly maxBytes: number; readonly timeoutMs: number; readonly signal: AbortSignal },
  ) => Promise<{ readonly body: Buffer }>
  readonly decode: ImageDecoder
  readonly limits: DescriptionLimits
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
export function makeDescribeImage({ download, decode, limits, log }: DescribeImageOptions): DescribeImage {
  const descriptions = makeSemaphore(limits.maxDescriptions)

  async function describe(url: string, timeoutMs: number, signal: AbortSignal): Promise<ImageDescription> {
    const { body } = await download(url, { maxBytes: limits.maxBytes, timeoutMs, signal })
    const { width, height, format, dominantColor } = await decode(
      body,
      { kind: 'describe', width: 0 },
      signal,
    )
    return { url, width, height, format, dominantColor }
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
