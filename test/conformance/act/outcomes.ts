import { rules } from '#stages/score/audit/rules/index.ts'
import { judge } from '#test/support/audit/rule-tester.ts'
import { actRules } from './act-rules.data.ts'
import { type ActCase, pageOf } from './test-cases.ts'

/** An outcome of EARL. */
export type Outcome = 'passed' | 'failed' | 'inapplicable' | 'cantTell' | 'untested'

const outcomes = {
  pass: 'passed',
  fail: 'failed',
  not_applicable: 'inapplicable',
  not_decidable: 'cantTell',
} as const satisfies Record<string, Outcome>

/** What one of our rules says of a test case. */
export interface Assertion {
  readonly test: ActCase
  /** The name of the rule. */
  readonly rule: string
  readonly outcome: Outcome
}

/** What the rules that check an ACT rule say of its test cases; nothing of ACT rules that none of ours checks. */
export function assertionsOn(folder: string, tests: readonly ActCase[]): Assertion[] {
  return tests.flatMap((test) => {
    const html = pageOf(folder, test)
    return (actRules[test.ruleId]?.ours ?? []).map((rule) => ({ test, rule, outcome: outcomeOf(rule, html) }))
  })
}

function outcomeOf(name: string, html: string | null): Outcome {
  const rule = rules.find(({ id }) => id === name)
  if (rule === undefined) throw new Error(`${name} is no rule`)
  return html === null ? 'untested' : outcomes[judge(rule, { page: html }).kind]
}
