import { z } from 'zod'

const whole = z.int().min(0)
const side = z.number().min(0)

/** Boxes that are reported of a selector. */
export const MAX_BOXES = 10

const box = z
  .object({ x: side, y: side, width: side, height: side })
  .describe('In pixels of the image, from its upper left corner; what lies outside is cut off.')

const located = z.object({
  selector: z.string(),
  boxes: z.array(box).max(MAX_BOXES).describe('Of the first matching elements that show in the image.'),
  matches: whole.describe('Elements that match, open shadow roots included.'),
})

/** Result of the operation `snapshot`: infra/docs/clients.md#snapshot. */
export const snapshotResult = z
  .object({
    url: z.string().describe('The requested URL.'),
    screenshot_url: z.url().describe('Public URL of the stored image.'),
    width: whole.describe('Image width in pixels.'),
    height: whole.describe('Image height in pixels.'),
    format: z
      .enum(['png', 'jpeg', 'webp'])
      .describe(
        'Format of the image: the requested one. By default webp, or jpeg where webp cannot hold the image.',
      ),
    size_bytes: whole.describe('File size in bytes.'),
    checksum: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 checksum of the image.'),
    cached: z.boolean().describe('True when served from cache.'),
    cache_ttl_seconds: whole.describe('Remaining cache lifetime in seconds; 86400 when fresh.'),
    viewport: z.object({ width: whole, height: whole, deviceScaleFactor: z.number() }),
    options: z.object({
      fullPage: z.boolean(),
      blockAds: z.boolean(),
      blockCookieBanners: z.boolean(),
      selector: z.string().nullable(),
    }),
    located: z
      .array(located)
      .exactOptional()
      .describe('Only with `locate`: where its selectors are, in its order.'),
    created_at: z.iso.datetime().describe('Creation time of the screenshot.'),
    metadata: z.object({
      processing_time_ms: whole.describe('Total processing time.'),
      page_load_time_ms: whole.describe('Load and render time.'),
      requests_blocked: whole.describe('Requests that blockAds refused.'),
    }),
  })
  .meta({ id: 'SnapshotResult' })
export type Located = z.infer<typeof located>
export type SnapshotResult = z.infer<typeof snapshotResult>
