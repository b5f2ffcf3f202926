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

/** A message of a decoder process: it is ready for its first task, or a task has ended. */
export type DecoderReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: DecoderResults[keyof DecoderResults] }
  | { readonly kind: 'failed'; readonly message: string }

/** Runs a task. Never rejects. */
export async function runDecoderTask(task: DecoderTask): Promise<DecoderReply> {
  const { kind, format, limits, width } = task
  const body = Buffer.from(task.body.buffer, task.body.byteOffset, task.body.byteLength)
  try {
    const isDescription = kind === 'describe'
    const result = await (isDescription
      ? decodeImage(body, format, limits)
      : thumbnailImage(body, format, width, limits))
    return { kind: 'done', result }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
