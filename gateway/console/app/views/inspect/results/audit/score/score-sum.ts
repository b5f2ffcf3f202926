import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { hundredths } from '../../../../../ui/figures/hundredths.ts'

type Scoring = NonNullable<SeoAuditResult['scoring']>
export type Category = keyof Scoring['weights']
export type Deduction = Scoring['deductions'][number]

/** The score of one category and its part of the whole. */
export interface CategorySum {
  readonly category: Category
  readonly deductions: readonly Deduction[]
  /** Sum of the deductions, in hundredths of a point. */
  readonly deducted: number
  /** 100 less the deductions, in hundredths. */
  readonly score: number
  /** In percent of the whole. */
  readonly weight: number
  /** Weight times score, in ten-thousandths of a point of the whole. */
  readonly product: number
  /** Whether the result says the same score. */
  readonly agrees: boolean
}

/** How the overall score comes about. */
export interface AuditSum {
  readonly categories: readonly CategorySum[]
  /** Sum of the products, in ten-thousandths. */
  readonly product: number
  /** Whether the sum, rounded, is what the result says. */
  readonly agrees: boolean
}

/** The arithmetic of an audit's score (`infra/docs/clients.md#audit-scoring`), in whole numbers, so that it is exact. */
export function auditSumOf(scoring: Scoring): AuditSum {
  const names = Object.keys(scoring.weights) as readonly Category[]
  const categories = names.map((category) => categorySumOf(category, scoring))
  const product = categories.reduce((sum, one) => sum + one.product, 0)
  return { categories, product, agrees: Math.abs(product / 10_000 - scoring.overall) <= 0.5 }
}

function categorySumOf(category: Category, { deductions, weights, by_category }: Scoring): CategorySum {
  const own = deductions.filter((one) => one.category === category)
  const deducted = own.reduce((sum, { points }) => sum + hundredths(points), 0)
  const score = 10_000 - deducted
  const weight = hundredths(weights[category])
  const agrees = score === hundredths(by_category[category])
  return { category, deductions: own, deducted, score, weight, product: weight * score, agrees }
}

/** Ten-thousandths as a decimal number: 468450 becomes `46.845`. */
export function fromTenThousandths(count: number): string {
  const text = (count / 10_000).toFixed(4)
  return text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2')
}

/** Points of the overall score that each rule costs, in ten-thousandths, by rule. */
export function costsOf({ categories }: AuditSum): ReadonlyMap<string, number> {
  const costs = new Map<string, number>()
  for (const { deductions, weight } of categories)
    for (const { rule_id, points } of deductions) {
      if (rule_id !== null) costs.set(rule_id, (costs.get(rule_id) ?? 0) + weight * hundredths(points))
    }
  return costs
}

/** Ten-thousandths of a point in words, with two decimals: 17925 becomes `1.79 points`. */
export function pointsInWords(count: number): string {
  return `${(count / 10_000).toFixed(2)} points`
}
