import { z } from 'zod'
import { fieldErrorsOf, invalidFields } from '../../request/field-errors.ts'
import { brandingFields, brandingOf } from '../report/branding.ts'
import { MAX_DAYS, type NewShare } from './share-store.ts'

const DEFAULT_DAYS = 30
const aNumberOfDays = { error: `must be a whole number from 1 to ${MAX_DAYS}` }

/** The body of `POST /batches/{id}/shares`. */
export const shareSchema = z.strictObject({
  days: z
    .int(aNumberOfDays)
    .min(1, aNumberOfDays)
    .max(MAX_DAYS, aNumberOfDays)
    .default(DEFAULT_DAYS)
    .describe('Days until the share expires.'),
  compare: z
    .string({ error: 'must be the id of one batch' })
    .optional()
    .describe('Id of an earlier batch of the same owner. The report then says what changed since.'),
  ...brandingFields,
})

/** Parses a body. Throws `VALIDATION_ERROR` of shape C with all errors. */
export function parseShare(body: unknown): Omit<NewShare, 'batch'> {
  const parsed = shareSchema.safeParse(body, {
    error: ({ path = [] }) => (path.length === 0 ? 'The body must be a JSON object' : undefined),
  })
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  const { days, compare = null, ...names } = parsed.data
  return { days, compare, branding: brandingOf(names) }
}
