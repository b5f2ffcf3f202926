import type { FactIndex } from '../facts/fact-index.ts'
import type { SchemaOrgSummary } from '../metadata/result.ts'
import { structuredDataOf } from './structured-data.ts'

/**
 * The types of the page's structured data and its number of faults. Valid means without errors, so a page without
 * structured data is valid.
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
