import type { Finding } from '#shared/operations/results/site-findings.ts'
import type { Severity } from '../severities.ts'
import { allOf } from '../words.ts'

const names = { error: 'Error', warning: 'Warning', info: 'Info' } as const

/** The word of a severity where a text begins with it. */
export function severityName(severity: Severity): string {
  return names[severity]
}

/** The text of the link to all pages of a finding: `All 12 pages with this issue`. */
export function allPagesText({ pages }: Pick<Finding, 'pages'>): string {
  return `${allOf(pages, 'page')} with this issue`
}
