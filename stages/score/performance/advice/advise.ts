import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { Device } from '#shared/operations/snapshot.ts'
import type { LabFacts } from '../facts.ts'
import { tips } from '../tips/index.ts'
import { curvesOf, type MetricName, metricNames, metrics, type RatedVitals } from '../vitals/metrics.ts'
import { logNormalScore } from '../vitals/score.ts'
import type { Finding, Tip } from './tip.ts'

export type Severity = 'high' | 'medium' | 'low'

/** The benefit of following a tip. */
export interface Impact {
  readonly severity: Severity
  /** Points of the score, out of 100. */
  readonly points: number
  readonly wastedBytes: number
}

/** Minimum points and bytes of each severity; reaching one of them is enough. */
const bounds: readonly (readonly [Severity, points: number, bytes: number])[] = [
  ['high', 5, 1024 * 1024],
  ['medium', 1, 100 * 1024],
]

/** The impact of a finding on the score and on the transferred bytes. */
export function impactOf(finding: Finding, vitals: RatedVitals, device: Device): Impact {
  const { wastedBytes = 0 } = finding
  const points = metricNames.reduce((sum, name) => sum + gain(name, finding, vitals, device), 0)
  const bound = bounds.find(([, least, bytes]) => points >= least || wastedBytes >= bytes)
  return { severity: bound?.[0] ?? 'low', points, wastedBytes }
}

/** Points that a metric gains when its value drops by the saving. */
function gain(name: MetricName, finding: Finding, vitals: RatedVitals, device: Device): number {
  const { value } = vitals[name]
  const saved = savedOf(name, finding, vitals)
  if (value === null || saved === 0) return 0
  const curve = curvesOf(device)[name]
  return (logNormalScore(curve, value - saved) - logNormalScore(curve, value)) * 100 * metrics[name].weight
}

/** What a metric loses of its value by the saving, in its own unit: paints never come before the first byte. */
export function savedOf(name: MetricName, { savings = {} }: Finding, vitals: RatedVitals): number {
  const { value } = vitals[name]
  const saved = savings[name] ?? 0
  if (value === null || saved <= 0) return 0
  const floor = name === 'lcp' || name === 'fcp' ? Math.min(value, vitals.ttfb.value ?? 0) : 0
  const lag = savings.ttfb ?? 0
  return value - Math.max(floor - lag, value - saved, 0)
}

const order: readonly Severity[] = ['high', 'medium', 'low']

/** Compares impacts, the greater one first. */
export function byImpact(one: Impact, other: Impact): number {
  return (
    order.indexOf(one.severity) - order.indexOf(other.severity) ||
    other.points - one.points ||
    other.wastedBytes - one.wastedBytes
  )
}

/** A tip that applies, and what it found. */
export interface Advice {
  readonly tip: Tip
  readonly finding: Finding
  readonly impact: Impact
}

/** The tips that apply, those with the greatest impact first. */
export function advise(facts: LabFacts): Advice[] {
  return tips
    .flatMap((tip) => weighed(tip, facts))
    .toSorted((one, other) => byImpact(one.impact, other.impact))
}

function weighed(tip: Tip, facts: LabFacts): Advice[] {
  const finding = tip.find(facts)
  if (finding === null) return []
  const { vitals, measurement } = facts
  return [{ tip, finding, impact: impactOf(finding, vitals, measurement.environment.device) }]
}

/** Section `tips` (`infra/docs/clients.md#performance`). */
export function tipsOf(advice: readonly Advice[]): PerformanceResult['tips'] {
  return advice.map(({ tip: { id, learnMore }, finding: { message }, impact: { severity } }) => {
    return { tip_id: id, severity, message, learn_more: learnMore }
  })
}
