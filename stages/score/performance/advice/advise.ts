import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { LabFacts } from '../facts.ts'
import { tips } from '../tips/index.ts'
import { byImpact, type Impact, impactOf } from './impact.ts'

type Advice = PerformanceResult['tips'][number]

interface Weighed extends Advice {
  readonly impact: Impact
}

/** The tips that apply, those with the greatest impact first. */
export function advise(facts: LabFacts): Advice[] {
  return tips
    .flatMap((tip) => weighed(tip, facts))
    .toSorted((one, other) => byImpact(one.impact, other.impact))
    .map(({ impact: _, ...advice }) => advice)
}

function weighed({ id, learnMore, find }: (typeof tips)[number], facts: LabFacts): Weighed[] {
  const finding = find(facts)
  if (finding === null) return []
  const { vitals, measurement } = facts
  const impact = impactOf(finding, vitals, measurement.environment.device)
  const { severity } = impact
  return [{ tip_id: id, severity, message: finding.message, learn_more: learnMore, impact }]
}
