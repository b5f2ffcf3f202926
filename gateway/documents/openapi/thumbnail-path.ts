import { thumbnailParameters } from '#shared/operations/thumbnail.ts'
import { type ErrorCase, plainCase } from '../error-cases.ts'
import { queryOf, requestIdHeader } from './batch-parts.ts'
import { errorResponses, headers, quotaHeaders } from './responses.ts'

const OPERATION_ID = 'getThumbnail'

/** Errors of `GET /thumbnail`, in the order of checks (infra/docs/clients.md#order-of-checks). */
export const thumbnailCases: readonly ErrorCase[] = [
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('MISSING_PARAMETER', '`url` is missing.'),
  plainCase('VALIDATION_ERROR', 'A parameter is unknown, of the wrong kind or out of bounds.'),
  plainCase(
    'INVALID_URL',
    'The target, or one that it redirects to, may not be requested: it is not public.',
  ),
  plainCase(
    'RATE_LIMIT_EXCEEDED',
    'The daily quota of the key is spent, or too many calls came without a valid key.',
  ),
  plainCase('SERVICE_UNAVAILABLE', 'Too many thumbnails are being made, or an inner service is unavailable.'),
  plainCase('ROBOTS_TXT_BLOCKED', 'The robots.txt of the site refuses PageProbeBot.'),
  plainCase('TIMEOUT', 'Download and decoding took too long.'),
  plainCase(
    'URL_UNREACHABLE',
    'The target cannot be reached (DNS, connection, TLS, too many redirects), or responds without success (`http_error`).',
  ),
  plainCase('UNSUPPORTED_CONTENT', 'The target is not an image that can be decoded.'),
  plainCase('RESPONSE_TOO_LARGE', 'The image has more bytes than are read.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
]

const description = `Shows an image of a page (og:image, favicon, a content image) without a request of the viewer to that site.
The image is requested under the same rules as any target, and encoded anew: the first frame, EXIF orientation applied,
transparency kept, no metadata, at most 200,000 bytes, at most \`width\` wide and twice as high, never enlarged.
JPEG, PNG, GIF, WebP, AVIF, SVG and ICO are read. Any key may call this; the limit of calls is its own.`

const webp = { 'image/webp': { schema: { type: 'string', format: 'binary' } } }

/** The path `GET /thumbnail`. */
export function thumbnailPath(): object {
  return {
    operationId: OPERATION_ID,
    summary: 'Thumbnail of an image of a page',
    description,
    tags: ['Files'],
    parameters: [...queryOf(thumbnailParameters), requestIdHeader],
    responses: {
      200: {
        description: 'The thumbnail.',
        headers: headers(
          'Cache-Control',
          'X-Thumbnail-Source-Width',
          'X-Thumbnail-Source-Height',
          ...quotaHeaders,
        ),
        content: webp,
      },
      ...errorResponses(OPERATION_ID, thumbnailCases, { inspected: quotaHeaders, unavailable: [] }),
    },
  }
}
