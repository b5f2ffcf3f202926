import type { RunTask } from '#shared/ports/isolated-tasks.ts'
import type { ImageFormat } from '#shared/web/images/image-format.ts'
import { type DecodedImage, decodeImage } from './decode/decode-image.ts'
import type { DecodeLimits } from './decode/decode-pixels.ts'
import { type ThumbnailImage, thumbnailImage } from './decode/thumbnail-image.ts'

/** What is made of an image. */
export interface DecoderResults {
  readonly describe: DecodedImage
  readonly thumbnail: ThumbnailImage
}

/** Work of a decoder process. `width` is the largest width of a thumbnail. */
export interface DecoderTask<K extends keyof DecoderResults = keyof DecoderResults> {
  readonly kind: K
  readonly body: Uint8Array
  readonly format: ImageFormat
  readonly limits: DecodeLimits
  readonly width: number
}

/** Runs a task. Rejects as `decodePixels` does. */
export const run: RunTask<DecoderTask, DecoderResults[keyof DecoderResults]> = (task) => {
  const { kind, format, limits, width } = task
  const body = Buffer.from(task.body.buffer, task.body.byteOffset, task.body.byteLength)
  return kind === 'describe' ? decodeImage(body, format, limits) : thumbnailImage(body, format, width, limits)
}
