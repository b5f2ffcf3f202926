import type { FileReport } from '#test/support/reporter.ts'
import { mochaRuns, strict } from './mocha-arguments.ts'
import { type MochaRun, runMocha } from './mocha-run.ts'

/**
 * Runs mocha on all tests, or on those that the arguments select, in child processes. The first run prints as it
 * goes; the output of parallel runs is printed when they have ended. Under CI, a file with a failed test is run once
 * more, with nothing beside it, and the second result counts. At the end the runner lists the tests that failed
 * before such a second run and those that failed, each with its error. The last line on stdout is `N passed, N
 * failed, N skipped`; the exit code is 0 when nothing failed. A run that crashes, hangs or leaves something open
 * counts as one more failure. The services that tests start end with the process that started them.
 */
const RUN_TIMEOUT_MS = 40 * 60_000
const AGAIN_TIMEOUT_MS = 9 * 60_000

const underCi = process.env.CI === 'true'
const runs = await sideBySide(mochaRuns(process.argv.slice(2), process.env))
const files = Object.fromEntries(runs.flatMap((run) => Object.entries(run.files)))
const failing = Object.keys(files).filter((file) => file !== '' && files[file]?.failures.length !== 0)
const first = failing.flatMap((file) => files[file]?.failures ?? [])
const triedAgain = underCi && failing.length > 0
if (triedAgain) {
  const again = await runMocha([...strict, ...failing], 'inherit', AGAIN_TIMEOUT_MS)
  runs.push(again)
  Object.assign(files, again.files)
}
const reports = Object.values(files)
const failures = [
  ...reports.flatMap((report) => report.failures),
  ...runs.flatMap(({ crash }) => crash ?? []),
]
if (triedAgain) list('TRIED AGAIN', first)
list('FAILED', failures)
console.log(`${sum('passed')} passed, ${failures.length} failed, ${sum('skipped')} skipped`)
process.exitCode = failures.length === 0 ? 0 : 1

async function sideBySide([front = [], ...parallel]: string[][]): Promise<MochaRun[]> {
  const beside = parallel.map((args) => runMocha(args, 'pipe', RUN_TIMEOUT_MS))
  const all = [await runMocha(front, 'inherit', RUN_TIMEOUT_MS), ...(await Promise.all(beside))]
  for (const { output } of all) process.stdout.write(output)
  return all
}

function sum(count: keyof Omit<FileReport, 'failures'>): number {
  return reports.reduce((total, report) => total + report[count], 0)
}

function list(title: string, tests: readonly string[]): void {
  if (tests.length > 0) console.log(`${title}, ${tests.length}`)
  for (const test of tests) console.log(`  - ${test}`)
}
