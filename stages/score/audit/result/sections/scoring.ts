import type { Score } from '../../scoring/score.ts'
import { categories, categoryWeights } from '../../scoring/weights.ts'
import { RULE_VERSION, SCHEMA_VERSION } from '../../versions.ts'

const METHOD =
  'Each category is 100 less its deductions: one for each failed rule, its points scaled by the share of what is affected; ' +
  'together they take 100 at most. Info takes no points; undecided and inapplicable rules take and give none. A page that ' +
  'cannot be indexed loses all of technical. Overall is the weighted sum of the categories, rounded.'

/** Section `scoring`: the scores and their deductions (`infra/docs/contract.md#audit-scoring`). */
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
