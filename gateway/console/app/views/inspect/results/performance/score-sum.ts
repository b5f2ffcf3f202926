import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { hundredths } from '../../../../ui/figures/hundredths.ts'
import { type MetricName, metricNames } from './vitals/vital-names.ts'

type Score = PerformanceResult['performance_score']

/** A metric's part of the score. */
export interface MetricTerm {
  readonly name: MetricName
  /** Of the whole score, in percent. */
  readonly weight: number
  /** 0 to 100; null without a value. */
  readonly points: number | null
  /** Weight times points, in hundredths of a point of the score; null without points. */
  readonly product: number | null
}

/** How the score comes about: the sum of the products, divided by the sum of the weights that count. */
export interface ScoreSum {
  readonly terms: readonly MetricTerm[]
  /** Sum of the weights of the metrics with points, in percent. */
  readonly weight: number
  /** Sum of the products, in hundredths. */
  readonly product: number
  /** The products' sum divided by that of the weights, with two decimals; null when no metric has points. */
  readonly mean: number | null
  /** Whether the mean, rounded, is the score that the result names. */
  readonly agrees: boolean
}

/** The arithmetic of a performance score (`infra/docs/clients.md#performance-score`). */
export function scoreSumOf({
  weights,
  by_metric,
  value,
}: Pick<Score, 'weights' | 'by_metric' | 'value'>): ScoreSum {
  const terms = metricNames.map((name): MetricTerm => {
    const weight = hundredths(weights[name])
    const points = by_metric[name]
    return { name, weight, points, product: points === null ? null : weight * points }
  })
  const weight = terms.reduce((sum, term) => sum + (term.points === null ? 0 : term.weight), 0)
  const product = terms.reduce((sum, term) => sum + (term.product ?? 0), 0)
  const mean = weight === 0 ? null : product / weight
  const agrees = mean === null ? value === null : value !== null && Math.abs(mean - value) <= 0.5
  return { terms, weight, product, mean: mean === null ? null : Math.round(mean * 100) / 100, agrees }
}
