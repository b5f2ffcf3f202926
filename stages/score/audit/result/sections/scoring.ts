import type { RuleResult } from '../../engine/run-rules.ts'
import { CAP, type Cause, categories, categoryWeights, type Score } from '../../scoring/score.ts'
import { RULE_VERSION, SCHEMA_VERSION } from '../../versions.ts'
import type { Issue } from '../issues.ts'

const METHOD =
  'Each category is 100 less its deductions: one for each failed rule, its points scaled by the share of what is affected; ' +
  'together they take 100 at most. Info takes no points; undecided and inapplicable rules take and give none. A page that ' +
  'cannot be indexed loses all of technical. Overall is the weighted sum of the categories, rounded. A page with status 400 ' +
  `or above, with noindex, or with another page as canonical has ${CAP} overall at most: metadata, content and technical lose the rest.`

/** Section `scoring`: the scores and their deductions (`infra/docs/clients.md#audit-scoring`). */
export function scoringSection(score: Score, device: 'mobile' | 'desktop') {
  const taken = categories.map((category) => {
    const own = score.deductions.filter((deduction) => deduction.category === category)
    return [category, Math.round(own.reduce((sum, { points }) => sum + points, 0) * 100) / 100]
  })
  return {
    schema_version: SCHEMA_VERSION,
    rule_version: RULE_VERSION,
    version: RULE_VERSION,
    device,
    weights: categoryWeights,
    overall: score.overall,
    grade: score.grade,
    by_category: score.byCategory,
    category_status: score.status,
    deductions: [...score.deductions],
    scoring_explainer: {
      method: METHOD,
      category_deductions: Object.fromEntries(taken) as Record<keyof typeof categoryWeights, number>,
    },
  }
}

const MAX_FIXES = 10

/** Section `summary`: passed rules, the best fixes and counts (`infra/docs/clients.md#seo-audit`). */
export function summarySection(
  ruleResults: readonly RuleResult[],
  issues: readonly Issue[],
  gains: ReadonlyMap<string, number>,
  cause: Cause | null,
) {
  const passed = ruleResults.filter(({ verdict }) => verdict.kind === 'pass').map(({ rule }) => rule.id)
  const count = (severity: Issue['severity']) => issues.filter((issue) => issue.severity === severity).length
  return {
    passed,
    top_fixes: topFixes(issues, gains, cause).map((issue) => ({
      id: issue.id,
      ...(issue.title !== undefined && { title: issue.title }),
      impact: issue.impact,
      why_it_matters: issue.why_it_matters,
      quick_fix: issue.recommendation,
      fixable: issue.fixable,
      estimated_effort: issue.estimated_effort,
    })),
    critical_count: count('error'),
    warning_count: count('warning'),
    info_count: count('info'),
    rules: { total: passed.length + issues.length, passed: passed.length, failed: issues.length },
  }
}

const efforts: Readonly<Record<string, number>> = { minutes: 1, hours: 4, days: 16 }

/** Fixes that gain points, most points per effort first; the cause that keeps the page out of search results before all others. */
function topFixes(
  issues: readonly Issue[],
  gains: ReadonlyMap<string, number>,
  cause: Cause | null,
): readonly Issue[] {
  const gain = (issue: Issue) => (gains.get(issue.source_rule) ?? 0) / (efforts[issue.estimated_effort] ?? 1)
  const isCause = (issue: Issue) => issue.source_rule === cause?.ruleId
  const worth = issues.filter((issue) => gain(issue) > 0 || isCause(issue))
  const sorted = worth.toSorted((a, b) => Number(isCause(b)) - Number(isCause(a)) || gain(b) - gain(a))
  return sorted.slice(0, MAX_FIXES)
}
