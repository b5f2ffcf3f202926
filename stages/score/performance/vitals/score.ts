import type { Device } from '#shared/operations/snapshot.ts'
import { logNormalScore } from './log-normal.ts'
import { curvesOf, type MetricName, metricNames, metrics } from './metrics.ts'
import type { RatedVitals } from './rated.ts'

/** The score over all metrics. */
export interface Score {
  /** 0 to 100: weighted mean of the measured metrics; null without any. */
  readonly value: number | null
  /** 0 to 100 each; null for a metric that was not measured. */
  readonly byMetric: Readonly<Record<MetricName, number | null>>
  readonly missing: readonly MetricName[]
}

/** Scores the metrics for a device. */
export function scoreOf(vitals: RatedVitals, device: Device): Score {
  const curves = curvesOf(device)
  const points = (name: MetricName): number | null => {
    const { value } = vitals[name]
    return value === null ? null : Math.round(logNormalScore(curves[name], value) * 100)
  }
  const byMetric = {
    lcp: points('lcp'),
    inp: points('inp'),
    cls: points('cls'),
    fcp: points('fcp'),
    ttfb: points('ttfb'),
  }
  const missing = metricNames.filter((name) => byMetric[name] === null)
  return { value: weightedMean(byMetric), byMetric, missing }
}

function weightedMean(byMetric: Score['byMetric']): number | null {
  const had = metricNames.filter((name) => byMetric[name] !== null)
  if (had.length === 0) return null
  // Whole hundredths: sums of binary fractions would round a half down.
  const hundredths = (name: MetricName) => Math.round(metrics[name].weight * 100)
  const weights = had.reduce((sum, name) => sum + hundredths(name), 0)
  const points = had.reduce((sum, name) => sum + hundredths(name) * (byMetric[name] ?? 0), 0)
  return Math.round(points / weights)
}

/** How the value was computed, in a sentence or two. */
export function methodOf({ missing }: Score, device: Device): string {
  const curves = device === 'desktop' ? 'desktop' : 'mobile'
  const method = `Weighted mean of the metrics' scores on Lighthouse 13's log-normal ${curves} curves (TTFB: 0.9 at 800 ms, 0.5 at 1800 ms)`
  if (missing.length === 0) return method
  return `${method}; without ${missing.join(', ')}, the other weights scaled up to their sum`
}
