import mocha, { type MochaOptions, type Runnable, type Runner, type Test } from 'mocha'
import { skipReason } from './skips.ts'

/** What became of the tests of one file. */
export interface FileReport {
  passed: number
  /** The full title and the error of each test and hook that failed. */
  readonly failures: string[]
  /** The full titles of the skipped tests, by the reason. */
  readonly skipped: Record<string, string[]>
}

/** Mocha's own report on stdout; the counts go into `reporterOptions`, a `FileReport`. */
export class Reporter extends mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options)
    const report = options.reporterOptions as FileReport
    runner.on('pass', () => report.passed++)
    runner.on('fail', (test, error) => report.failures.push(reported(test, error)))
    runner.on('pending', (test) => {
      const reason = reasonOf(test)
      report.skipped[reason] = [...(report.skipped[reason] ?? []), test.fullTitle()]
    })
  }
}

export function emptyReport(): FileReport {
  return { passed: 0, failures: [], skipped: {} }
}

function reasonOf(test: Test): string {
  return skipReason(test) ?? 'no reason given'
}

function reported(test: Runnable, error: Error): string {
  return `${test.fullTitle()}\n    ${error.stack ?? error}`
}
