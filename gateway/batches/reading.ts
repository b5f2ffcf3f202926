import { z } from 'zod'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import type { ResultsReading } from '#shared/ports/batches.ts'
import { readQuery } from '../http/query.ts'
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
  const { hosts: text, ...others } = readQuery(querystring)
  const hosts = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text
  const read = statusQuery.safeParse({ ...others, ...(hosts !== undefined && { hosts }) })
  if (!read.success) throw refused(problemsOf(read.error))
  return read.data.hosts
}

/** Throws `VALIDATION_ERROR` in shape C's terms, all problems at once. */
export function readingOf(querystring: string): Omit<ResultsReading, 'signal'> {
  const read = readingQuery.safeParse(readQuery(querystring))
  if (!read.success) throw refused(problemsOf(read.error))
  return { after: Number(read.data.after), isFollowing: read.data.follow === 'true' }
}
