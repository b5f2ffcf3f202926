import { z } from 'zod'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import { type BatchListing, batchStates, type ResultsReading } from '#shared/ports/batches.ts'
import { readQuery } from '../http/query.ts'
import { placeOf } from './cursor.ts'
import { problemsOf, refused } from './problems.ts'

/** The query of `GET /batches/{id}/results`. */
export const readingQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a whole number' })
    .default('0')
    .describe('Running number of the last line that the caller has: those after it come.'),
  follow: oneOf(['true', 'false'])
    .default('false')
    .describe('Whether to stay until the batch has ended, and send each line as it comes.'),
})

const MOST_HOSTS = 100

/** The query of `GET /batches/{id}`. */
export const statusQuery = z.strictObject({
  hosts: numberBetween(1, MOST_HOSTS)
    .optional()
    .describe('Tell also of so many hosts: those with most waiting, ties by name.'),
})

/** How many hosts are asked for; undefined = none. Throws as `readingOf`. */
export function hostsOf(querystring: string): number | undefined {
  const read = statusQuery.safeParse(withNumber(readQuery(querystring), 'hosts'))
  if (!read.success) throw refused(problemsOf(read.error))
  return read.data.hosts
}

/** The query with the number that a parameter of it is the text of. */
function withNumber(query: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const text = query[name]
  return typeof text === 'string' && /^\d{1,9}$/.test(text)
    ? { ...query, [name]: Number(text) }
    : { ...query }
}

const MOST_LISTED = 1000
const USUALLY_LISTED = 100
const wrongCursor = { error: 'must be the `next` of a page' }

/** The query of `GET /batches`. */
export const listQuery = z.strictObject({
  state: oneOf(batchStates).optional().describe('Only batches in this state.'),
  limit: numberBetween(1, MOST_LISTED).default(USUALLY_LISTED).describe('Most batches of the page.'),
  after: z
    .string(wrongCursor)
    .refine((cursor) => placeOf(cursor) !== null, wrongCursor)
    .optional()
    .describe('The `next` of the page before; else from the newest on.'),
})

/** Which batches are asked for. Throws as `readingOf`. */
export function listingOf(querystring: string): Omit<BatchListing, 'owner'> {
  const read = listQuery.safeParse(withNumber(readQuery(querystring), 'limit'))
  if (!read.success) throw refused(problemsOf(read.error))
  const { state = null, limit, after = '' } = read.data
  return { state, limit, after: placeOf(after) }
}

/** Throws `VALIDATION_ERROR` in shape C's terms, all problems at once. */
export function readingOf(querystring: string): Omit<ResultsReading, 'signal'> {
  const read = readingQuery.safeParse(readQuery(querystring))
  if (!read.success) throw refused(problemsOf(read.error))
  return { after: Number(read.data.after), isFollowing: read.data.follow === 'true' }
}
