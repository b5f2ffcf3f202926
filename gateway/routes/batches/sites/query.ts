import { z } from 'zod'
import { parseJson } from '#shared/messages/json.ts'
import { numberBetween } from '#shared/operations/fields.ts'
import type { SiteCursor, SiteListing } from '#shared/store/site-history.ts'
import { parseStrictQuery } from '../../request/strict-query.ts'

const MAX_LISTED = 100
const DEFAULT_LISTED = 20
const invalidCursor = { error: 'must be the `next_cursor` of a page' }
/** Longer than that of the longest host name. */
const MAX_CURSOR = 1000

/** The query of `GET /sites`. */
export const sitesQuery = z.strictObject({
  limit: numberBetween(1, MAX_LISTED)
    .default(DEFAULT_LISTED)
    .describe('Maximum number of sites of the page.'),
  cursor: z
    .string(invalidCursor)
    .max(MAX_CURSOR, invalidCursor)
    .refine((cursor) => decodeSiteCursor(cursor) !== null, invalidCursor)
    .optional()
    .describe(
      'The `next_cursor` of the page before; by default the page begins at the site that was crawled last.',
    ),
})

/** Parses the query of `GET /sites`. Throws as `parseStrictQuery`. */
export function parseSitesQuery(querystring: string): SiteListing {
  const { limit, cursor } = parseStrictQuery(sitesQuery, querystring, ['limit'])
  return { limit, cursor: cursor === undefined ? null : decodeSiteCursor(cursor) }
}

const place = z.tuple([z.iso.datetime(), z.string()])

/** Encodes a place in the list as an opaque cursor. */
export function encodeSiteCursor({ finishedAt, host }: SiteCursor): string {
  return Buffer.from(JSON.stringify([finishedAt, host])).toString('base64url')
}

/** The place that a cursor encodes; null when it is not a cursor. */
function decodeSiteCursor(cursor: string): SiteCursor | null {
  const { data } = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  return data === undefined ? null : { finishedAt: data[0], host: data[1] }
}

/** A host as URLs write it (WHATWG URL Standard, host serializing); null for what is no host, or has a port. */
export function siteHostOf(text: string): string | null {
  const hasPort = text.lastIndexOf(':') > text.lastIndexOf(']')
  if (hasPort || /[/?#@\\\s]/.test(text)) return null
  return URL.parse(`http://${text}`)?.hostname ?? null
}
