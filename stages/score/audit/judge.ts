import type { Facts } from './facts.ts'
import type { Rule, Verdict } from './rule.ts'
import type { Judgement } from './scoring/judgement.ts'

/** A rule that could not be run. */
export interface BrokenRule {
  readonly id: string
  readonly error: unknown
}

export interface Judged {
  readonly judgements: readonly Judgement[]
  readonly broken: readonly BrokenRule[]
}

/** Asks every rule, each with the facts that it needs alone. A rule that throws is one undecided rule, no failed audit. */
export function judgePage(rules: readonly Rule[], facts: Facts): Judged {
  const broken: BrokenRule[] = []
  const judgements = rules.map((rule) => ({ rule, verdict: verdictOf(rule, facts, broken) }))
  return { judgements, broken }
}

function verdictOf(rule: Rule, facts: Facts, broken: BrokenRule[]): Verdict {
  try {
    const needed = Object.fromEntries(rule.needs.map((need) => [need, facts[need]]))
    return rule.check(needed as unknown as Facts)
  } catch (error) {
    broken.push({ id: rule.id, error })
    return { kind: 'not_decidable', reason: 'rule_failed' }
  }
}
