import { rules } from '#stages/score/audit/rules/index.ts'
import { tips } from '#stages/score/performance/tips/index.ts'
import { metricNames } from '#stages/score/performance/vitals/metrics.ts'
import { type CaseResult, leftOut, passed, type Verdict } from './suite.ts'

/** What another tool's rule is called here: `rules`, `tips` and `metrics` by their names; or why there is none. */
export type Counterpart = { readonly ours: readonly string[] } | { readonly because: string }

const known = new Set<string>([...rules.map(({ id }) => id), ...tips.map(({ id }) => id), ...metricNames])

/** A result for each name of another tool: one of ours has the same name, or `counterparts` says what there is. */
export function namesCompared(
  names: readonly string[],
  counterparts: Readonly<Record<string, Counterpart>>,
): CaseResult[] {
  const gone = Object.keys(counterparts).filter((name) => !names.includes(name))
  return [
    ...names.map((name) => ({ id: name, verdict: verdictOn(name, counterparts[name]) })),
    ...gone.map((name) => ({ id: name, verdict: failed(`${name} is no name of theirs any more`) })),
  ]
}

function verdictOn(name: string, counterpart: Counterpart | undefined): Verdict {
  if (counterpart === undefined) return known.has(name) ? passed : failed(`nothing is said of ${name}`)
  if ('because' in counterpart) return leftOut(counterpart.because)
  const missing = counterpart.ours.filter((one) => !known.has(one))
  return missing.length === 0 ? passed : failed(`${missing} is none of ours`)
}

function failed(difference: string): Verdict {
  return { kind: 'failed', difference }
}
