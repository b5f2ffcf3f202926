import type { Reading } from '../reading.ts'
import type { SchemaOrgSummary } from '../result.ts'
import { structuredDataOf } from './structured-data.ts'

/**
 * The types that the page's structured data names, and how much is wrong with it. Valid is what has no error; so a page
 * without structured data is: no types, valid, no errors, no warnings.
 */
export function summaryOf(reading: Reading): SchemaOrgSummary {
  const { types, errors, warnings } = structuredDataOf(reading)
  return {
    types: [...types],
    valid: errors.length === 0,
    errors_count: errors.length,
    warnings_count: warnings.length,
  }
}
