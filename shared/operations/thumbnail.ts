import { z } from 'zod'
import { numberBetween, targetUrl } from './fields.ts'

/** Bytes of a thumbnail: infra/docs/clients.md#thumbnails. */
export const THUMBNAIL_MAX_BYTES = 200_000

const MIN_WIDTH = 16
const MAX_WIDTH = 1280
const DEFAULT_WIDTH = 320
/** Heights of a thumbnail for each unit of its width. */
const MAX_ASPECT = 2

/** Parameters of `GET /thumbnail`. */
export const thumbnailParameters = z.strictObject({
  url: targetUrl.describe(
    'The image: an http or https URL without credentials that resolves to a public IP address.',
  ),
  width: numberBetween(MIN_WIDTH, MAX_WIDTH)
    .default(DEFAULT_WIDTH)
    .describe('Largest width in pixels. A smaller image keeps its size.'),
})

/** The largest height of a thumbnail of this largest width. */
export function thumbnailHeight(width: number): number {
  return width * MAX_ASPECT
}
