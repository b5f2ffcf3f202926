import type { Assertion, Outcome } from './outcomes.ts'

/** How an implementation compares with an ACT rule, in the words of the W3C's reports. */
export type Consistency = 'complete' | 'partial' | 'minimal' | 'inconsistent'

/** A test case with all that was said of it. */
export interface TestResult {
  readonly testcaseId: string
  readonly title: string
  readonly expected: Outcome
  readonly outcomes: readonly Outcome[]
}

/** The results of each ACT rule, by its identifier. */
export function resultsByRule(assertions: readonly Assertion[]): Map<string, TestResult[]> {
  const byRule = new Map<string, Map<string, TestResult>>()
  for (const { test, outcome } of assertions) {
    const results = byRule.get(test.ruleId) ?? new Map<string, TestResult>()
    const { testcaseId, testcaseTitle: title, expected } = test
    const outcomes = [...(results.get(testcaseId)?.outcomes ?? []), outcome]
    byRule.set(test.ruleId, results.set(testcaseId, { testcaseId, title, expected, outcomes }))
  }
  return new Map([...byRule].map(([rule, results]) => [rule, [...results.values()]]))
}

/**
 * A failure of what should not fail makes a rule inconsistent. It is complete where all that should fail does or is left to
 * a person, partial where something does, minimal where a person decides.
 */
export function consistencyOf(results: readonly TestResult[]): Consistency {
  if (results.some(isFalsePositive)) return 'inconsistent'
  if (results.some(isFound)) return results.some(isMissedOrUntested) ? 'partial' : 'complete'
  return results.some(({ outcomes }) => outcomes.includes('cantTell')) ? 'minimal' : 'inconsistent'
}

/** Whether a case counts as agreeing: one that should fail does, one that should not does not. */
export function agrees({ expected, outcomes }: TestResult): boolean {
  return (expected === 'failed') === outcomes.includes('failed')
}

function isFalsePositive({ expected, outcomes }: TestResult): boolean {
  return expected !== 'failed' && outcomes.includes('failed')
}

function isFound({ expected, outcomes }: TestResult): boolean {
  return expected === 'failed' && outcomes.includes('failed')
}

function isMissedOrUntested({ expected, outcomes }: TestResult): boolean {
  const isUndecided = outcomes.some((outcome) => outcome === 'failed' || outcome === 'cantTell')
  return outcomes.includes('untested') || (expected === 'failed' && !isUndecided)
}
