import { makeSemaphore } from '#shared/async/semaphore.ts'
import { TaskFailed } from '#shared/errors.ts'
import type { IsolatedTasks } from '#shared/ports/isolated-tasks.ts'
import { type ImageFormat, imageFormat } from '#shared/web/images/image-format.ts'
import type { DecoderResults, DecoderTask } from './decoder.worker.ts'

/** Runs the tasks of `decoder.worker.ts` apart from this process. */
export type DecoderTasks = IsolatedTasks<DecoderTask, DecoderResults[keyof DecoderResults]>

/** The image cannot be decoded. The message is for the log. */
export class ImageRejected extends Error {
  override readonly name = 'ImageRejected'
}

export interface DecoderLimits {
  /** Bytes of an SVG, which costs far more to decode for each byte than other formats. */
  readonly maxSvgBytes: number
  /** Width times height. A quarter of it for AVIF, which needs the most memory. */
  readonly maxPixels: number
  /** Images decoded concurrently, besides one SVG. */
  readonly maxDecodes: number
}

/** What is made of an image. `width` is the largest width of a thumbnail. */
export type ImageWork<K extends keyof DecoderResults> = Pick<DecoderTask<K>, 'kind' | 'width'>

export type Decoded<K extends keyof DecoderResults> = DecoderResults[K] & { readonly format: ImageFormat }

/**
 * Decodes the bytes of an image, whatever its name or Content-Type says. Rejects with `SvgTooLarge`, with another
 * `ImageRejected`, with the reason of the signal, or with `SERVICE_UNAVAILABLE` when nothing can decode it.
 */
export type ImageDecoder = <K extends keyof DecoderResults>(
  body: Buffer,
  work: ImageWork<K>,
  signal: AbortSignal,
) => Promise<Decoded<K>>

/** Width times height of an image that is described or shown as a thumbnail. */
export const MAX_PIXELS = 50_000_000
const BYTES_PER_PIXEL = 12
/** For the file, for the result, and for what earlier images left behind. */
const SPARE_BYTES = 128 * 1024 * 1024
/**
 * Bytes of memory that the decoder of one image may take. The most costly honest one is an interlaced PNG with 16 bits a channel, of which
 * the decoder keeps all pixels: 9.4 bytes each.
 */
export const DECODER_BYTES = SPARE_BYTES + MAX_PIXELS * BYTES_PER_PIXEL

/** An SVG with too many bytes. */
export class SvgTooLarge extends ImageRejected {}

/** Makes a decoder with limits of its own; decoders may share the runner of tasks. */
export function makeImageDecoder(tasks: DecoderTasks, limits: DecoderLimits): ImageDecoder {
  const { maxSvgBytes, maxPixels } = limits
  const rasters = makeSemaphore(limits.maxDecodes)
  // A hostile SVG takes all of its time. It must delay other SVGs only.
  const svgs = makeSemaphore(1)
  return async (body, work, signal) => {
    const format = imageFormat(body)
    if (format === null) throw new ImageRejected('the body is not an image')
    if (format === 'svg' && body.length > maxSvgBytes) throw new SvgTooLarge('the SVG is too large')
    const semaphore = format === 'svg' ? svgs : rasters
    const result = await semaphore
      .run(() => tasks.run({ ...work, body, format, limits: { maxPixels } }, signal), signal)
      .catch(rejectImage)
    return { ...(result as DecoderResults[typeof work.kind]), format }
  }
}

function rejectImage(error: unknown): never {
  throw error instanceof TaskFailed ? new ImageRejected(error.message, { cause: error }) : error
}
