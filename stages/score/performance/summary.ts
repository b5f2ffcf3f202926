import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { type MetricName, metricNames, metrics, type RatedVitals } from './vitals/metrics.ts'
import type { Score } from './vitals/score.ts'

type Overall = PerformanceResult['summary']['overall']

/** Minimum score of each grade (`infra/docs/clients.md#ratings`). */
const grades: readonly (readonly [least: number, name: NonNullable<Overall>])[] = [
  [95, 'excellent'],
  [80, 'good'],
  [50, 'needs-improvement'],
  [0, 'poor'],
]

/** Section `summary`; `suggestions` is the number of tips. */
export function summaryOf(
  vitals: RatedVitals,
  score: Score,
  suggestions: number,
): PerformanceResult['summary'] {
  const count = (status: string) => metricNames.filter((name) => vitals[name].status === status).length
  return {
    overall: overallOf(score),
    errors: count('fail'),
    warnings: count('warn'),
    suggestions,
    main_issue: mainIssue(vitals, score),
    incomplete: incompleteness(vitals, score),
  }
}

function overallOf({ value }: Score): Overall {
  if (value === null) return null
  return grades.find(([least]) => value >= least)?.[1] ?? 'poor'
}

/** Points that a metric takes off the score, when all metrics are present. */
function cost({ byMetric }: Score, name: MetricName): number {
  return metrics[name].weight * (100 - (byMetric[name] ?? 100))
}

const reasons: Readonly<Record<string, string>> = {
  no_interactive_element: 'the page has nothing to operate',
  no_safe_control: 'the page has no control that is safe to operate in a test',
  no_contentful_paint: 'the page painted no content while it was observed',
  page_busy: 'the page was too busy to respond',
  interaction_unfinished: 'the page did not finish its reaction in time',
  no_time: 'there was no time left for it',
}

/** What the score lacks: it is better or worse than one of all metrics would be. */
function incompleteness(vitals: RatedVitals, { value, missing }: Score): string | null {
  if (missing.length === 0) return null
  if (value === null) return 'There is no score: no metric could be measured.'
  return missing
    .map((name) => {
      const { label, weight } = metrics[name]
      const why = reasons[vitals[name].reason ?? ''] ?? 'it could not be measured'
      return `The score lacks ${label} (${Math.round(weight * 100)} % of the weight): ${why}.`
    })
    .join(' ')
}

function mainIssue(vitals: RatedVitals, score: Score): string {
  const bad = metricNames.filter((name) => vitals[name].status === 'warn' || vitals[name].status === 'fail')
  const [worst] = bad.toSorted((one, other) => cost(score, other) - cost(score, one))
  return worst === undefined ? 'none' : sentence(worst, vitals, cost(score, worst))
}

function sentence(name: MetricName, vitals: RatedVitals, points: number): string {
  const { label, good, unit } = metrics[name]
  const amount = (value: number) => (unit === 'ms' ? `${value.toLocaleString('en-US')} ms` : String(value))
  const { value, rating } = vitals[name]
  const lost = `${Math.round(points)} of ${Math.round(metrics[name].weight * 100)} points`
  const judged = rating === 'poor' ? 'poor' : 'needs improvement'
  return `${label} is ${amount(value ?? 0)}: ${judged} (good is up to ${amount(good)}). It costs ${lost}.`
}
