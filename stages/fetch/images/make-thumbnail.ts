import { makeSemaphore } from '#shared/async/semaphore.ts'
import { Failure, isUnavailable, unavailable } from '#shared/errors.ts'
import type { Thumbnail, ThumbnailAnswer } from '#shared/ports/lookups.ts'
import { errorStatus, timedOut, tooLarge } from '../http/message/target-failures.ts'
import type { HttpResult, PageRequest } from '../http/page-request.ts'
import { type ImageDecoder, ImageRejected, SvgTooLarge } from './image-decoder.ts'

export interface ThumbnailLimits {
  /** Bytes of a downloaded image, and of an SVG. */
  readonly maxBytes: number
  readonly maxSvgBytes: number
  /** Milliseconds for one thumbnail: waiting, download and decoding. */
  readonly timeoutMs: number
  /** Thumbnails that are made at a time, and that wait for it. */
  readonly maxConcurrent: number
  readonly maxWaiting: number
}

export interface MakeThumbnailOptions {
  /** Downloads as `HttpClient.fetchPage` does. */
  readonly download: (
    url: string,
    limits: Pick<PageRequest, 'maxBytes' | 'timeoutMs' | 'signal' | 'traceparent'>,
  ) => Promise<Pick<HttpResult, 'status' | 'contentType' | 'body'>>
  readonly decode: ImageDecoder
  readonly limits: ThumbnailLimits
}

interface ThumbnailContext {
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly traceparent?: string | undefined
}

export type MakeThumbnail = (
  url: string,
  width: number,
  context: ThumbnailContext,
) => Promise<ThumbnailAnswer>

/**
 * Makes the look-up of thumbnails. The answer has the failure when the target or its image is the cause; the call rejects
 * with `SERVICE_UNAVAILABLE` when too many thumbnails are being made.
 */
export function makeThumbnails({ download, decode, limits }: MakeThumbnailOptions): MakeThumbnail {
  const slots = makeSemaphore(limits.maxConcurrent)
  let open = 0

  async function make(url: string, width: number, context: ThumbnailContext): Promise<Thumbnail> {
    const { signal, deadlineMs: timeoutMs, traceparent = null } = context
    const page = await download(url, { maxBytes: limits.maxBytes, timeoutMs, signal, traceparent })
    if (page.status < 200 || page.status > 299) throw errorStatus(url, page.status)
    const image = await decode(page.body, { kind: 'thumbnail', width }, signal).catch((error: unknown) => {
      throw decodeFailure(error, url, page.contentType, limits)
    })
    const { body, width: shown, height, sourceWidth, sourceHeight } = image
    return { body, contentType: 'image/webp', width: shown, height, sourceWidth, sourceHeight }
  }

  /** An image that is not there in time fails as its target does; waiting for others is no fault of the target. */
  async function makeInTurn(url: string, width: number, context: ThumbnailContext): Promise<Thumbnail> {
    const timeoutMs = Math.max(0, Math.floor(Math.min(context.deadlineMs, limits.timeoutMs)))
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([context.signal, timeout])
    let hasStarted = false
    const work = () => {
      hasStarted = true
      return make(url, width, { ...context, deadlineMs: timeoutMs, signal })
    }
    return slots.run(work, signal).catch((error: unknown) => {
      if (!timeout.aborted) throw error
      throw hasStarted ? timedOut(url, timeoutMs) : unavailable('thumbnails')
    })
  }

  return async (url, width, context) => {
    if (open >= limits.maxConcurrent + limits.maxWaiting) throw unavailable('thumbnails')
    open++
    try {
      return { image: await makeInTurn(url, width, context), failure: null }
    } catch (error) {
      if (!(error instanceof Failure) || isUnavailable(error)) throw error
      const { code, message, details } = error
      return { image: null, failure: { code, message, details } }
    } finally {
      open--
    }
  }
}

function decodeFailure(
  error: unknown,
  url: string,
  contentType: string | null,
  { maxSvgBytes }: ThumbnailLimits,
): unknown {
  if (error instanceof SvgTooLarge) return tooLarge(url, maxSvgBytes)
  if (!(error instanceof ImageRejected)) return error
  return new Failure('UNSUPPORTED_CONTENT', 'The target is not an image that can be decoded', {
    details: { url, content_type: contentType },
    cause: error,
  })
}
