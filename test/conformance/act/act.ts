import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { actRules } from './act-rules.data.ts'
import { agrees, consistencyOf, resultsByRule, type TestResult } from './consistency.ts'
import { earlReport } from './earl.ts'
import { assertionsOn } from './outcomes.ts'
import { actCases } from './test-cases.ts'

/**
 * Runs our rules on the test cases of a folder (`actCases`), writes what they say in EARL to `reportPath` and returns what
 * to print: each ACT rule with its consistency and the cases that differ. Null where the folder has no test cases.
 */
export function actReport(folder: string, reportPath: string | undefined): string[] | null {
  if (!existsSync(join(folder, 'testcases.json'))) return null
  const assertions = assertionsOn(folder, actCases(folder))
  if (reportPath !== undefined) writeFileSync(reportPath, JSON.stringify(earlReport(assertions), null, 2))
  const byRule = resultsByRule(assertions)
  return [...[...byRule].flatMap(([id, results]) => linesOf(id, results)), summaryOf([...byRule.values()])]
}

/** A rule, and its cases that differ. */
function linesOf(id: string, results: readonly TestResult[]): string[] {
  const { name = '', ours = [] } = actRules[id] ?? {}
  const same = results.filter(agrees).length
  return [
    `${id} ${consistencyOf(results)}, ${same} of ${results.length}: ${name} (${ours.join(', ')})`,
    ...results
      .filter((one) => !agrees(one))
      .map(
        ({ title, expected, outcomes }) =>
          `  ${title}: ${expected}, ours: ${[...new Set(outcomes)].join(', ')}`,
      ),
  ]
}

function summaryOf(rules: readonly (readonly TestResult[])[]): string {
  const levels = rules.map(consistencyOf)
  const counts = (['complete', 'partial', 'minimal', 'inconsistent'] as const).map(
    (level) => `${levels.filter((one) => one === level).length} ${level}`,
  )
  return `${rules.length} ACT rules: ${counts.join(', ')}`
}
