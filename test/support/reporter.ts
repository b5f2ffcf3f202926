import mocha, { type MochaOptions, type Runnable, type Runner } from 'mocha'
import { recordForTable, type TestEnd } from './faults/report-fault.ts'
import { skipReason } from './skips.ts'

/** What became of the tests of one file. */
export interface FileReport {
  passed: number
  /** The full title and the error of each test and hook that failed. */
  readonly failures: string[]
  /** The full titles of the skipped tests, by the reason. */
  readonly skipped: Record<string, string[]>
}

/**
 * Mocha's own report on stdout; the counts go into `reporterOptions`, a `FileReport`, and the end of each test into the
 * table of faults where there is one.
 */
export class Reporter extends mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options)
    const report = options.reporterOptions as FileReport
    runner.on('pass', (test) => {
      report.passed++
      recordEnd(test, 'held', null)
    })
    runner.on('fail', (test, error) => {
      report.failures.push(`${test.fullTitle()}\n    ${error.stack ?? error}`)
      recordEnd(test, 'FAILED', error.message)
    })
    runner.on('pending', (test) => {
      const reason = skipReason(test) ?? 'no reason given'
      report.skipped[reason] = [...(report.skipped[reason] ?? []), test.fullTitle()]
      recordEnd(test, 'skipped', reason)
    })
  }
}

export function emptyReport(): FileReport {
  return { passed: 0, failures: [], skipped: {} }
}

function recordEnd({ title }: Runnable, outcome: TestEnd['outcome'], reason: string | null): void {
  recordForTable({ test: title, outcome, reason })
}
