import type { LabVital, LabVitals } from '#shared/messages/payloads/measurement.ts'
import { type MetricName, metrics } from './metrics.ts'

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
