import type { Device } from '#shared/operations/snapshot.ts'
import { type Curve, curvesOf, type MetricName, metricNames, metrics, type RatedVitals } from './metrics.ts'

/** The inverse of the complementary error function at one fifth. */
const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232
/** The greatest doubles below 0.9 and 0.5: a value beyond a bound never scores as if it met the bound. */
const BELOW_GOOD = 0.8999999999999999
const BELOW_MEDIAN = 0.49999999999999994
const GOOD = 0.9
/** Factor for scores above `GOOD`, so that 1 can be reached after rounding down. */
const STRETCH = 1.05

/** Score from 0 to 1 in hundredths, rounded down: 0.9 or more up to `p10`, 0.5 or more up to `median`. */
export function logNormalScore(curve: Curve, value: number): number {
  const raw = clampedScore(curve, value)
  const stretched = raw > GOOD ? GOOD + (raw - GOOD) * STRETCH : raw
  return Math.floor(stretched * 100) / 100
}

function clampedScore({ p10, median }: Curve, value: number): number {
  if (value <= 0) return 1
  const z = (Math.log(value / median) * INVERSE_ERFC_ONE_FIFTH) / -Math.log(p10 / median)
  const above = (1 - erf(z)) / 2
  if (value <= p10) return Math.max(GOOD, above)
  if (value <= median) return Math.max(0.5, Math.min(BELOW_GOOD, above))
  return Math.max(0, Math.min(BELOW_MEDIAN, above))
}

/** Gauss error function: Abramowitz and Stegun, 7.1.26; maximum error 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x))
}

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
