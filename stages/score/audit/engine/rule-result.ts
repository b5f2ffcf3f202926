import { truncate } from '../result/truncate.ts'
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

/** The message of a failed rule with its values filled in. */
export function messageOf({ rule, verdict }: FailedRule): string {
  const { values, message } = verdict
  return (rule.messages[message] ?? message).replace(/\{(\w+)\}/g, (whole, name: string) =>
    truncate(String(values[name] ?? whole)),
  )
}
