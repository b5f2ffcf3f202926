import type { Found } from '#shared/operations/results/site-report.ts'

/** What one rule found, by the places of the results. */
export interface FindingPages {
  isFound(at: number): boolean
  /** What was found there; null where that was not stored. */
  foundAt(at: number): Found | null
}
