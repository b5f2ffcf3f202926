import { z } from 'zod'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import { batchStates } from '#shared/ports/batch-words.ts'
import type { BatchListing, PagesQuery, ReportQuery, ResultsQuery } from '#shared/ports/batches.ts'
import { decodeListCursor } from '../request/list-cursor.ts'
import { parseStrictQuery } from '../request/strict-query.ts'
import { type Branding, brandingFields, brandingOf } from './report/branding.ts'
import { selectionFields, selectionNumbers, selectionOf } from './report/selection-query.ts'
import { type Severity, severitiesOf, severityField } from './report/severities.ts'

const wholeNumber = { error: 'must be a whole number' }
const lineNumber = z
  .string(wholeNumber)
  .regex(/^\d{1,15}$/, wholeNumber)
  .default('0')

/** The query of `GET /batches/{id}/results`. */
export const resultsQuery = z.strictObject({
  after: lineNumber.describe('Number of the last line that the caller has; the lines after it are sent.'),
  follow: oneOf(['true', 'false'])
    .default('false')
    .describe(
      'Whether to keep the response open until the batch has ended, and send each line when it is written.',
    ),
})

const firstLine = { error: 'must be a whole number of at least 1' }

/** The query of `PUT /batches/{id}/lines`. */
export const linesQuery = z.strictObject({
  from: z
    .string(firstLine)
    .regex(/^[1-9]\d{0,14}$/, firstLine)
    .describe('Number of the first line of the body. Lines count from 1 over the whole batch.'),
})

/** Parses the query of `PUT /batches/{id}/lines`: the number of the first line. Throws as `parseResultsQuery`. */
export function parseLinesQuery(querystring: string): number {
  return Number(parseStrictQuery(linesQuery, querystring).from)
}

const MAX_HOSTS = 100

/** The query of `GET /batches/{id}`. */
export const statusQuery = z.strictObject({
  hosts: numberBetween(1, MAX_HOSTS)
    .optional()
    .describe('Report this many hosts: those with most waiting items, ties by name.'),
})

/**
 * Parses the query of `GET /batches/{id}`: the number of hosts to report, undefined = none. Throws as
 * `parseResultsQuery`.
 */
export function parseStatusQuery(querystring: string): number | undefined {
  return parseStrictQuery(statusQuery, querystring, ['hosts']).hosts
}

const MAX_LISTED = 1000
const DEFAULT_LISTED = 100
const invalidCursor = { error: 'must be the `next_cursor` of a page' }
const listCursor = z
  .string(invalidCursor)
  .refine((cursor) => decodeListCursor(cursor) !== null, invalidCursor)
  .optional()

/** The query of `GET /batches`. */
export const listQuery = z.strictObject({
  state: oneOf(batchStates).optional().describe('Only batches in this state.'),
  limit: numberBetween(1, MAX_LISTED)
    .default(DEFAULT_LISTED)
    .describe('Maximum number of batches of the page.'),
  cursor: listCursor.describe(
    'The `next_cursor` of the page before; by default the page begins at the newest batch.',
  ),
  after: listCursor.describe('The former name of `cursor`, which wins.'),
})

/** Parses the query of `GET /batches`. Throws as `parseResultsQuery`. */
export function parseListQuery(querystring: string): Omit<BatchListing, 'owner'> {
  const { state = null, limit, cursor, after = '' } = parseStrictQuery(listQuery, querystring, ['limit'])
  return { state, limit, after: decodeListCursor(cursor ?? after) }
}

/** Parses the query of `GET /batches/{id}/results`. Throws `VALIDATION_ERROR` of shape C with all errors. */
export function parseResultsQuery(querystring: string): Omit<ResultsQuery, 'signal'> {
  const { after, follow } = parseStrictQuery(resultsQuery, querystring)
  return { after: Number(after), isFollowing: follow === 'true' }
}

/** The query of `GET /batches/{id}/report`. */
export const reportQuery = z.strictObject({
  compare: z
    .string({ error: 'must be the id of one batch' })
    .optional()
    .describe('Id of an earlier batch of the same owner. The report then says what changed since.'),
  severity: severityField,
  ...brandingFields,
})

/** What a report is asked for. */
export interface ReportChoice extends Pick<ReportQuery, 'compare'> {
  /** Severities of the findings; null = all. */
  readonly severities: readonly Severity[] | null
  /** The names that it carries where it is for people. */
  readonly branding: Branding
}

/** Parses the query of `GET /batches/{id}/report`. Throws as `parseResultsQuery`. */
export function parseReportQuery(querystring: string): ReportChoice {
  const { compare = null, severity, ...names } = parseStrictQuery(reportQuery, querystring)
  return { compare, severities: severitiesOf(severity), branding: brandingOf(names) }
}

const MAX_ROWS = 1_000_000

/** The query of `GET /batches/{id}/pages`. */
export const pagesQuery = z.strictObject({
  after: lineNumber.describe(
    'Number `n` of the last row that the caller has; the rows behind it are sent, in the order of `sort`.',
  ),
  limit: numberBetween(1, MAX_ROWS).optional().describe('Maximum number of rows; by default all are sent.'),
  ...selectionFields,
})

/** Parses the query of `GET /batches/{id}/pages`. Throws as `parseResultsQuery`. */
export function parsePagesQuery(querystring: string): Required<Omit<PagesQuery, 'signal'>> {
  const query = parseStrictQuery(pagesQuery, querystring, ['limit', ...selectionNumbers])
  return { after: Number(query.after), limit: query.limit ?? null, selection: selectionOf(query) }
}
