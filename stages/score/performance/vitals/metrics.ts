import type { Device } from '#shared/operations/snapshot.ts'
import type { Curve } from './log-normal.ts'

export const metricNames = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
export type MetricName = (typeof metricNames)[number]

/** Constants of a metric. */
export interface Metric {
  readonly label: string
  /** Good up to this value; the budget of the contract. */
  readonly good: number
  /** Poor above this value. */
  readonly poor: number
  readonly weight: number
  readonly unit: 'ms' | null
}

/** Thresholds, budgets and weights (`infra/docs/contract.md#ratings`, `infra/docs/contract.md#performance-score`). */
export const metrics: Readonly<Record<MetricName, Metric>> = {
  lcp: { label: 'Largest Contentful Paint', good: 2500, poor: 4000, weight: 0.35, unit: 'ms' },
  inp: { label: 'Interaction to Next Paint', good: 200, poor: 500, weight: 0.35, unit: 'ms' },
  cls: { label: 'Cumulative Layout Shift', good: 0.1, poor: 0.25, weight: 0.15, unit: null },
  fcp: { label: 'First Contentful Paint', good: 1800, poor: 3000, weight: 0.1, unit: 'ms' },
  ttfb: { label: 'Time to First Byte', good: 800, poor: 1800, weight: 0.05, unit: 'ms' },
}

type Curves = Readonly<Record<MetricName, Curve>>

/** Control points of Lighthouse 13. It has none for TTFB, so the bounds of its rating are used. */
const mobile: Curves = {
  lcp: { p10: 2500, median: 4000 },
  inp: { p10: 200, median: 500 },
  cls: { p10: 0.1, median: 0.25 },
  fcp: { p10: 1800, median: 3000 },
  ttfb: { p10: 800, median: 1800 },
}
const desktop: Curves = { ...mobile, lcp: { p10: 1200, median: 2400 }, fcp: { p10: 934, median: 1600 } }

/** Tablets have the phone's throttling, so they have its curves (`infra/docs/contract.md#performance-score`). */
export function curvesOf(device: Device): Curves {
  return device === 'desktop' ? desktop : mobile
}
