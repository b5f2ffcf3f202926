import { z } from 'zod'
import { operations } from '#shared/errors.ts'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import { type HistoryPage, type HistoryQuery, inspectionStates } from '../../inspections/history.ts'
import { decodeListCursor, encodeListCursor } from '../request/list-cursor.ts'
import { parseStrictQuery } from '../request/strict-query.ts'

const MAX_LISTED = 100
const DEFAULT_LISTED = 20
const invalidHost = { error: 'must be a host name or an address, with a port or without' }
const invalidCursor = { error: 'must be the `next_cursor` of a page' }

/** The query of `GET /inspections`. */
export const historyQuery = z.strictObject({
  operation: oneOf(operations).optional().describe('Only inspections of this operation.'),
  host: z
    .string(invalidHost)
    .refine((text) => hostOf(text) !== null, invalidHost)
    .optional()
    .describe('Only inspections of URLs with this host, and with this port where it has one.'),
  state: oneOf(inspectionStates).optional().describe('Only inspections in this state.'),
  limit: numberBetween(1, MAX_LISTED)
    .default(DEFAULT_LISTED)
    .describe('Maximum number of inspections of the page.'),
  cursor: z
    .string(invalidCursor)
    .refine((cursor) => decodeListCursor(cursor) !== null, invalidCursor)
    .optional()
    .describe('The `next_cursor` of the page before; by default the page begins at the newest inspection.'),
})

/** Parses the query of `GET /inspections`. Throws as `parseStrictQuery`. */
export function parseHistoryQuery(querystring: string): HistoryQuery {
  const { operation, host, state, limit, cursor } = parseStrictQuery(historyQuery, querystring, ['limit'])
  return {
    operation: operation ?? null,
    host: host === undefined ? null : hostOf(host),
    state: state ?? null,
    limit,
    before: cursor === undefined ? null : decodeListCursor(cursor),
  }
}

/** The host as URLs write it (WHATWG URL Standard, host serializing), with its port; null when it is none. */
function hostOf(text: string): string | null {
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return null
  return new URL(`http://${text}`).host
}

/** The body of a page: `infra/docs/clients.md#inspection-list`. */
export function historyBody({ inspections, next }: HistoryPage) {
  return {
    inspections: inspections.map(({ createdAt, ms, ...one }) => ({
      ...one,
      created_at: new Date(createdAt).toISOString(),
      ms,
    })),
    next_cursor: next === null ? null : encodeListCursor(next),
  }
}
