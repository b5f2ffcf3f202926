import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { inConsoleUnits } from '../../../ui/figures/console-units.ts'
import { meaningOfScore } from '../../../ui/format.ts'
import { auditSumOf, costsOf, pointsInWords } from '../results/audit/score/score-sum.ts'
import type { Partly } from '../results/partial.ts'

const words = { good: 'Good', warn: 'Needs work', bad: 'Poor' } as const

/** What a score from 0 to 100 says, in a word or two. */
export function scoreInWords(score: number): string {
  return words[meaningOfScore(score)]
}

/**
 * What costs most, in a sentence: of the worse of the two scores. Null where nothing costs anything, or no score is known.
 */
export function costliest(
  audit: Partly<SeoAuditResult> | null,
  performance: Partly<PerformanceResult> | null,
): string | null {
  const [seo, lab] = [audit?.scoring?.overall ?? null, performance?.performance_score?.value ?? null]
  const isLabWorse = lab !== null && (seo === null || lab < seo)
  const candidates = [costliestOfLab(performance), costliestOfAudit(audit)]
  const [first, second] = isLabWorse ? candidates : candidates.toReversed()
  return first ?? second ?? null
}

function costliestOfLab(performance: Partly<PerformanceResult> | null): string | null {
  const issue = performance?.summary?.main_issue ?? 'none'
  return issue === 'none' ? null : inConsoleUnits(issue)
}

/** The rule that costs most points, by its title. */
function costliestOfAudit(audit: Partly<SeoAuditResult> | null): string | null {
  if (!audit?.scoring) return null
  const [most] = [...costsOf(auditSumOf(audit.scoring))].sort(([, a], [, b]) => b - a)
  if (most === undefined) return null
  const [rule, cost] = most
  const issue = audit.issues?.find(({ source_rule }) => source_rule === rule)
  const name = issue?.title ?? issue?.message ?? reasonOf(audit.scoring, rule)
  return `${name.replace(/\.$/, '')}: costs ${pointsInWords(cost)} of the SEO score.`
}

function reasonOf({ deductions }: NonNullable<SeoAuditResult['scoring']>, rule: string): string {
  return deductions.find(({ rule_id }) => rule_id === rule)?.reason ?? rule
}
