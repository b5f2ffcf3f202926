import type { z } from 'zod'
import { fieldErrorsOf, invalidFields } from './field-errors.ts'
import { parseQuery } from './query.ts'

/**
 * Parses a query by its schema; `numbers` names its whole numbers. Throws `VALIDATION_ERROR` of shape C with all errors:
 * unknown, repeated and wrong parameters.
 */
export function parseStrictQuery<const T extends z.ZodObject>(
  schema: T,
  querystring: string,
  numbers: readonly string[] = [],
): z.infer<T> {
  const query = parseQuery(querystring)
  for (const name of numbers) query[name] = wholeNumber(query[name])
  const parsed = schema.safeParse(query)
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  return parsed.data
}

/** Converts the text of a whole number; any other value stays as it is. */
export function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
}
