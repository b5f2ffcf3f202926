import type { Finding } from '#shared/operations/results/site-findings.ts'
import { type Filter, filterFindings } from '../filter.ts'

/** The findings that match. */
export function filterIssues(issues: readonly Finding[], filter: Filter): Finding[] {
  return filterFindings(issues, filter, ({ id }) => id)
}

/** The number of findings of a severity. */
export function countOf(issues: readonly Finding[], severity: string): number {
  return issues.filter((one) => one.severity === severity).length
}
