import { userAgents } from '#shared/web/user-agents.ts'
import type { PageRequest } from '../http/page-request.ts'
import type { LookupClient } from '../lookups/lane-clients.ts'
import { type DescribeImage, makeDescribeImage } from './describe-image.ts'
import { type DecoderTasks, makeImageDecoder } from './image-decoder.ts'
import { type MakeThumbnail, makeThumbnails } from './make-thumbnail.ts'

export interface ImageLookupsLimits {
  /** Bytes and pixels (width times height) of an image. */
  readonly maxBytes: number
  readonly maxPixels: number
  /** Milliseconds for a description and for a thumbnail, download included. */
  readonly descriptionMs: number
  readonly thumbnailMs: number
  /** Thumbnails that are made at a time, and that wait for it. */
  readonly maxThumbnails: number
  readonly maxWaiting: number
}

export interface ImageLookupsOptions extends Pick<LookupClient, 'client' | 'beforeRequest'> {
  readonly decoderTasks: DecoderTasks
  readonly limits: ImageLookupsLimits
  readonly log?: { debug(fields: object, message: string): void }
}

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
  const { client, beforeRequest, decoderTasks, limits, log } = options
  const { maxBytes, maxPixels, descriptionMs, thumbnailMs, maxThumbnails, maxWaiting } = limits
  const bytes = { maxBytes, maxSvgBytes: MAX_SVG_BYTES }
  const decoder = () => makeImageDecoder(decoderTasks, { ...bytes, maxPixels, maxDecodes: MAX_DECODES })
  const download = (url: string, request: Partial<PageRequest>) =>
    client.fetchPage({ ...request, url, userAgent: userAgents.desktop, beforeRequest })
  return {
    describeImage: makeDescribeImage({
      download,
      decode: decoder(),
      limits: { maxBytes, timeoutMs: descriptionMs, maxDescriptions: MAX_DESCRIPTIONS },
      ...(log && { log }),
    }),
    thumbnail: makeThumbnails({
      download,
      decode: decoder(),
      limits: { ...bytes, timeoutMs: thumbnailMs, maxConcurrent: maxThumbnails, maxWaiting },
    }),
  }
}
