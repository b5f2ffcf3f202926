import type { LabVital, LabVitals } from '#shared/messages/payloads/measurement.ts'
import type { Device } from '#shared/operations/snapshot.ts'

/**
 * The scoring curve of Lighthouse 13 (Apache-2.0; `shared/statistics.js`, `shared/util.js`): the share of a
 * log-normal distribution above a value.
 */
export interface Curve {
  /** The value that scores 0.9. */
  readonly p10: number
  /** The value that scores 0.5. */
  readonly median: number
}

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

/** Thresholds, budgets and weights (`infra/docs/clients.md#ratings`, `infra/docs/clients.md#performance-score`). */
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

/** Tablets have the phone's throttling, so they have its curves (`infra/docs/clients.md#performance-score`). */
export function curvesOf(device: Device): Curves {
  return device === 'desktop' ? desktop : mobile
}

export type Rating = 'good' | 'needs-improvement' | 'poor'
export type Status = 'pass' | 'warn' | 'fail'

/** The value of a metric with its rating; all null, with the reason, where it was not measured. */
export interface Rated {
  readonly value: number | null
  readonly rating: Rating | null
  readonly status: Status | null
  readonly reason: string | null
}

export type RatedVitals = Readonly<Record<MetricName, Rated>>

const statuses: Readonly<Record<Rating, Status>> = {
  good: 'pass',
  'needs-improvement': 'warn',
  poor: 'fail',
}

/** The shown value is the rated value: whole milliseconds, CLS in ten-thousandths. */
function shown(name: MetricName, value: number): number {
  return metrics[name].unit === 'ms' ? Math.round(value) : Math.round(value * 10_000) / 10_000
}

function ratingOf(name: MetricName, value: number): Rating {
  const { good, poor } = metrics[name]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-improvement' : 'poor'
}

function rated(name: MetricName, vital: LabVital): Rated {
  if (vital.value === null) {
    return { value: null, rating: null, status: null, reason: vital.reason ?? 'not_measured' }
  }
  const value = shown(name, vital.value)
  const rating = ratingOf(name, value)
  return { value, rating, status: statuses[rating], reason: null }
}

/** The metrics of a measurement with their ratings. */
export function ratedVitals({ lcp, inp, cls, fcp, ttfb }: LabVitals): RatedVitals {
  return {
    lcp: rated('lcp', lcp),
    inp: rated('inp', inp),
    cls: rated('cls', cls),
    fcp: rated('fcp', fcp),
    ttfb: rated('ttfb', ttfb),
  }
}
