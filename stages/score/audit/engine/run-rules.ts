import type { Facts } from '../facts/facts.ts'
import { truncate } from '../result/truncate.ts'
import { firstFinding, shortened } from './first-finding.ts'
import type { Rule, Verdict } from './rule.ts'

/** The verdict of one rule on one page. */
export interface RuleResult {
  readonly rule: Rule
  readonly verdict: Verdict
}

export interface FailedRule extends RuleResult {
  readonly verdict: Verdict & { kind: 'fail' }
}

function isFailed(ruleResult: RuleResult): ruleResult is FailedRule {
  return ruleResult.verdict.kind === 'fail'
}

/** The results of failed rules. */
export function failedRules(ruleResults: readonly RuleResult[]): FailedRule[] {
  return ruleResults.filter(isFailed)
}

/** `{name}` is a value, `{name:one|many}` the word that goes with its number. */
const placeholder = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g

/** The message of a failed rule with its values filled in. */
export function messageOf({ rule, verdict }: FailedRule): string {
  const { values, message } = verdict
  const filled = (whole: string, name: string, one?: string, many?: string): string => {
    if (one !== undefined && many !== undefined) return Number(values[name]) === 1 ? one : many
    const value = String(values[name] ?? whole)
    // A URL or another name is cut in the middle, a list or a sentence at its end.
    return /\s/.test(value) ? truncate(value) : shortened(value)
  }
  return (rule.messages[message] ?? message).replace(placeholder, filled)
}

/** The verdict with what its message may name of its first evidence: `first` and `element`. */
export function named(verdict: Verdict, { http }: Pick<Facts, 'http'>): Verdict {
  if (verdict.kind !== 'fail') return verdict
  const found = firstFinding(verdict.evidence, http.finalUrl.origin)
  return { ...verdict, values: { ...found, ...verdict.values } }
}

/** A rule whose check threw an error. */
export interface CrashedRule {
  readonly id: string
  readonly error: unknown
}

export interface RuleRun {
  readonly ruleResults: readonly RuleResult[]
  readonly crashed: readonly CrashedRule[]
}

/**
 * Runs every rule with the facts that it needs. A rule that throws is undecided (`rule_failed`); the audit goes
 * on.
 */
export function runRules(rules: readonly Rule[], facts: Facts): RuleRun {
  const crashed: CrashedRule[] = []
  const ruleResults = rules.map((rule) => ({ rule, verdict: verdictOf(rule, facts, crashed) }))
  return { ruleResults, crashed }
}

function verdictOf(rule: Rule, facts: Facts, crashed: CrashedRule[]): Verdict {
  try {
    const needed = Object.fromEntries(rule.needs.map((need) => [need, facts[need]]))
    return named(rule.check(needed as unknown as Facts), facts)
  } catch (error) {
    crashed.push({ id: rule.id, error })
    return { kind: 'not_decidable', reason: 'rule_failed' }
  }
}
