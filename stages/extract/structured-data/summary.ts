import type { FactIndex } from '../facts/fact-index.ts'
import type { SchemaOrgSummary } from '../metadata/result.ts'
import { structuredDataOf } from './structured-data.ts'

/**
 * The types that the page's structured data names, and how much is wrong with it. Valid is what has no error; so a page
 * without structured data is: no types, valid, no errors, no warnings.
 */
export function summaryOf(factIndex: FactIndex): SchemaOrgSummary {
  const { types, errors, warnings } = structuredDataOf(factIndex)
  return {
    types: [...types],
    valid: errors.length === 0,
    errors_count: errors.length,
    warnings_count: warnings.length,
  }
}
