import type { TargetFault } from '../../engine/evaluate-targets.ts'
import type { Probes } from '../../facts/facts.ts'
import { probeOutcome } from './probe-outcome.ts'

/** Whether the target of a link is broken. Redirects are reported by link-redirects-internal. */
export function brokenLink(url: string, probes: Probes): TargetFault {
  const verdict = probeOutcome(probes.of(url))
  if (verdict.kind === 'broken') return `${url} (${verdict.what})`
  if (verdict.kind === 'works' || verdict.reason === 'redirected') return null
  return { unknown: verdict.reason }
}
