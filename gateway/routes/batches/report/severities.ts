import { z } from 'zod'
import type { SiteReport } from '#shared/operations/results/site-report.ts'

/** Severities of findings, the worst first. */
const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

const isSeverity = (text: string): text is Severity => (severities as readonly string[]).includes(text)
const someSeverities = { error: `must be one or more of ${severities.join(', ')}, separated by commas` }

/** The parameter that chooses findings of a report. */
export const severityField = z
  .string(someSeverities)
  .refine((text) => text.split(',').every(isSeverity), someSeverities)
  .optional()
  .describe(
    'Only findings of these severities, separated by commas: `error,warning`. Counts, scores and changes stay those of all.',
  )

/** The severities that a valid parameter names; null = all. */
export function severitiesOf(text: string | undefined): readonly Severity[] | null {
  return text === undefined ? null : severities.filter((one) => text.split(',').includes(one))
}

/** The report with the findings of these severities alone. */
export function withSeverities(report: SiteReport, chosen: readonly Severity[]): SiteReport {
  const { rules, site_issues } = report
  const isChosen = ({ severity }: { readonly severity: Severity }) => chosen.includes(severity)
  return { ...report, rules: rules.filter(isChosen), site_issues: site_issues.filter(isChosen) }
}
