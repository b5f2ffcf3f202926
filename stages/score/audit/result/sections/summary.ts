import type { RuleResult } from '../../engine/rule-result.ts'
import type { NotIndexable } from '../../scoring/score.ts'
import type { Issue } from '../issues.ts'

const MAX_FIXES = 10

/** Section `summary`: passed rules, the best fixes and counts (`infra/docs/contract.md#seo-audit`). */
export function summarySection(
  ruleResults: readonly RuleResult[],
  issues: readonly Issue[],
  gains: ReadonlyMap<string, number>,
  cause: NotIndexable | null,
) {
  const passed = ruleResults.filter(({ verdict }) => verdict.kind === 'pass').map(({ rule }) => rule.id)
  const count = (severity: Issue['severity']) => issues.filter((issue) => issue.severity === severity).length
  return {
    passed,
    top_fixes: topFixes(issues, gains, cause).map((issue) => ({
      id: issue.id,
      impact: issue.impact,
      why_it_matters: issue.why_it_matters,
      quick_fix: issue.recommendation,
      fixable: issue.fixable,
    })),
    critical_count: count('error'),
    warning_count: count('warning'),
    info_count: count('info'),
    rules: { total: passed.length + issues.length, passed: passed.length, failed: issues.length },
  }
}

const efforts: Readonly<Record<string, number>> = { minutes: 1, hours: 4, days: 16 }

/** Fixes that gain points, most points per effort first; the cause of "not indexable" before all others. */
function topFixes(
  issues: readonly Issue[],
  gains: ReadonlyMap<string, number>,
  cause: NotIndexable | null,
): readonly Issue[] {
  const gain = (issue: Issue) => (gains.get(issue.source_rule) ?? 0) / (efforts[issue.estimated_effort] ?? 1)
  const isCause = (issue: Issue) => issue.source_rule === cause?.ruleId
  const worth = issues.filter((issue) => gain(issue) > 0 || isCause(issue))
  const sorted = worth.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a)) || gain(b) - gain(a))
  return sorted.slice(0, MAX_FIXES)
}
