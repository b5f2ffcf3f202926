import { type Finding, ms } from '../../advice/tip.ts'
import type { LabFacts } from '../../facts.ts'
import { metrics } from '../../vitals/metrics.ts'

const phases = ['input_delay_ms', 'processing_ms', 'presentation_ms'] as const
type Phase = (typeof phases)[number]

/** A slow interaction is reported once, by the tip of its longest phase. */
export function slowestPhase(
  { vitals: { inp }, measurement }: LabFacts,
  phase: Phase,
  what: string,
): Finding | null {
  const { attribution } = measurement.vitals.inp
  const took = (one: Phase) => (typeof attribution[one] === 'number' ? attribution[one] : 0)
  const [longest] = phases.toSorted((one, other) => took(other) - took(one))
  if (inp.value === null || inp.value <= metrics.inp.good || longest !== phase || took(phase) === 0)
    return null
  const where = typeof attribution.target === 'string' ? ` on ${attribution.target}` : ''
  const message = `An interaction${where} took ${ms(inp.value)}, ${ms(took(phase))} of it ${what}`
  return { message, savings: { inp: inp.value - metrics.inp.good } }
}
