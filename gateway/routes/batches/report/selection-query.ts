import { z } from 'zod'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import { sitePageRow } from '#shared/operations/results/site-report.ts'
import { pageRuleIds, siteRuleIds } from '#shared/operations/rule-ids.ts'
import type { PageSelection } from '#shared/ports/batches.ts'

const columns = Object.keys(sitePageRow.shape)
const isColumn = (text: string) => columns.includes(text.replace(/^-/, ''))

const aRule = { error: 'must be the id of a rule about pages or about the site' }
const someStatuses = {
  error: 'must be statuses and classes of them, such as 404 or 4xx, separated by commas',
}
const aColumn = { error: `must be a column, with - in front for descending: ${columns.join(', ')}` }

const MAX_SCORE = 100
const score = () => numberBetween(0, MAX_SCORE).optional()

/** The parameters that choose rows of `GET /batches/{id}/pages`. */
export const selectionFields = {
  rule: z
    .string(aRule)
    .refine((id) => pageRuleIds.has(id) || siteRuleIds.has(id), aRule)
    .optional()
    .describe(
      'Only pages where this rule about pages or about the site found something. Rows have `found` then: what was found there.',
    ),
  status: z
    .string(someStatuses)
    .regex(/^[1-5](\d\d|xx)(,[1-5](\d\d|xx))*$/, someStatuses)
    .optional()
    .describe('Only pages with these statuses, separated by commas: `404`, or `4xx` for all of a class.'),
  indexable: oneOf(['true', 'false']).optional().describe('Only pages that can be indexed, or that cannot.'),
  min_overall: score().describe('Only pages with at least this score.'),
  max_overall: score().describe('Only pages with at most this score.'),
  sort: z
    .string(aColumn)
    .refine(isColumn, aColumn)
    .default('n')
    .describe(
      'The column to sort by; `-` in front is descending. Ties are in order of `n`, and null comes last in either direction.',
    ),
} as const

/** Names of those that are whole numbers. */
export const selectionNumbers = ['min_overall', 'max_overall'] as const

type SelectionText = z.infer<z.ZodObject<typeof selectionFields>>

/** The selection of a valid query. */
export function selectionOf(query: SelectionText): PageSelection {
  const { rule = null, status, indexable, min_overall = null, max_overall = null, sort } = query
  return {
    rule,
    statuses: status === undefined ? [] : status.split(','),
    indexable: indexable === undefined ? null : indexable === 'true',
    minOverall: min_overall,
    maxOverall: max_overall,
    sort: { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
  }
}
