import { userAgents } from '#shared/web/user-agents.ts'
import type { PageRequest } from '../http/page-request.ts'
import { type LookupClient, PROBE_TIMEOUT_MS } from '../lookups/lane-clients.ts'
import { type DescribeImage, makeDescribeImage } from './describe-image.ts'
import { type DecoderTasks, MAX_PIXELS, makeImageDecoder } from './image-decoder.ts'
import { type MakeThumbnail, makeThumbnails } from './make-thumbnail.ts'

export interface ImageLookupsLimits {
  /** Bytes and pixels (width times height) of an image. */
  readonly maxBytes: number
  readonly maxPixels: number
  /** Milliseconds for a thumbnail, download included. */
  readonly thumbnailMs: number
  /** Thumbnails that are made at a time, and that wait for it. */
  readonly maxThumbnails: number
  readonly maxWaiting: number
}

export interface ImageLookupsOptions extends Pick<LookupClient, 'client' | 'beforeRequest'> {
  readonly decoderTasks: DecoderTasks
  /** Default: the constants of this module, and `MAX_PIXELS`. */
  readonly limits?: Partial<ImageLookupsLimits>
  readonly log?: { debug(fields: object, message: string): void }
}

const MAX_BYTES = 10_485_760
/** Waiting, download and decoding. */
const THUMBNAIL_MS = 8000
const MAX_THUMBNAILS = 8
const MAX_WAITING_THUMBNAILS = 64
const MAX_SVG_BYTES = 262_144
const MAX_DESCRIPTIONS = 16
/** Images that are decoded at a time for descriptions and, besides, for thumbnails. */
const MAX_DECODES = 2

/**
 * Makes the look-ups of images of a lane. Both download and decode in the same way; each has permits of its own, so that
 * thumbnails never delay a description.
 */
export function makeImageLookups(options: ImageLookupsOptions): {
  readonly describeImage: DescribeImage
  readonly thumbnail: MakeThumbnail
} {
  const { client, beforeRequest, decoderTasks, limits = {}, log } = options
  const { maxBytes = MAX_BYTES, maxPixels = MAX_PIXELS, thumbnailMs = THUMBNAIL_MS } = limits
  const { maxThumbnails: maxConcurrent = MAX_THUMBNAILS, maxWaiting = MAX_WAITING_THUMBNAILS } = limits
  const bytes = { maxBytes, maxSvgBytes: MAX_SVG_BYTES }
  const decoder = () => makeImageDecoder(decoderTasks, { ...bytes, maxPixels, maxDecodes: MAX_DECODES })
  const download = (url: string, request: Partial<PageRequest>) =>
    client.fetchPage({ ...request, url, userAgent: userAgents.desktop, beforeRequest })
  return {
    describeImage: makeDescribeImage({
      download,
      decode: decoder(),
      limits: { maxBytes, timeoutMs: PROBE_TIMEOUT_MS, maxDescriptions: MAX_DESCRIPTIONS },
      ...(log && { log }),
    }),
    thumbnail: makeThumbnails({
      download,
      decode: decoder(),
      limits: { ...bytes, timeoutMs: thumbnailMs, maxConcurrent, maxWaiting },
    }),
  }
}
