import { z } from 'zod'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import { type BatchListing, batchStates, type ResultsQuery } from '#shared/ports/batches.ts'
import { parseQuery } from '../request/query.ts'
import { fieldErrorsOf, invalidFields } from './field-errors.ts'
import { decodeListCursor } from './list-cursor.ts'

/** The query of `GET /batches/{id}/results`. */
export const resultsQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a whole number' })
    .default('0')
    .describe('Running number of the last line that the caller has: those after it come.'),
  follow: oneOf(['true', 'false'])
    .default('false')
    .describe('Whether to stay until the batch has ended, and send each line as it comes.'),
})

const MAX_HOSTS = 100

/** The query of `GET /batches/{id}`. */
export const statusQuery = z.strictObject({
  hosts: numberBetween(1, MAX_HOSTS)
    .optional()
    .describe('Tell also of so many hosts: those with most waiting, ties by name.'),
})

/** How many hosts are asked for; undefined = none. Throws as `readingOf`. */
export function parseStatusQuery(querystring: string): number | undefined {
  const parsed = statusQuery.safeParse(withNumber(parseQuery(querystring), 'hosts'))
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  return parsed.data.hosts
}

/** The query with the number that a parameter of it is the text of. */
function withNumber(query: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const text = query[name]
  return typeof text === 'string' && /^\d{1,9}$/.test(text)
    ? { ...query, [name]: Number(text) }
    : { ...query }
}

const MAX_LISTED = 1000
const DEFAULT_LISTED = 100
const invalidCursor = { error: 'must be the `next` of a page' }

/** The query of `GET /batches`. */
export const listQuery = z.strictObject({
  state: oneOf(batchStates).optional().describe('Only batches in this state.'),
  limit: numberBetween(1, MAX_LISTED).default(DEFAULT_LISTED).describe('Most batches of the page.'),
  after: z
    .string(invalidCursor)
    .refine((cursor) => decodeListCursor(cursor) !== null, invalidCursor)
    .optional()
    .describe('The `next` of the page before; else from the newest on.'),
})

/** Which batches are asked for. Throws as `readingOf`. */
export function parseListQuery(querystring: string): Omit<BatchListing, 'owner'> {
  const parsed = listQuery.safeParse(withNumber(parseQuery(querystring), 'limit'))
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  const { state = null, limit, after = '' } = parsed.data
  return { state, limit, after: decodeListCursor(after) }
}

/** Throws `VALIDATION_ERROR` in shape C's terms, all problems at once. */
export function parseResultsQuery(querystring: string): Omit<ResultsQuery, 'signal'> {
  const parsed = resultsQuery.safeParse(parseQuery(querystring))
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  return { after: Number(parsed.data.after), isFollowing: parsed.data.follow === 'true' }
}
