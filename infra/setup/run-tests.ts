import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileReport } from '#test/support/reporter.ts'
import { uncovered } from './coverage.ts'
import { type MochaRun, runMocha } from './mocha-run.ts'
import { type SharedServices, startSharedServices } from './shared-services.ts'
import { plannedFiles, testPlan } from './test-plan.ts'

/**
 * Runs mocha on all tests, or on those that the arguments select, in child processes: first everything that needs neither
 * broker nor browser (with `--fast` nothing else), then a process for each other file, several at a time. Their output is
 * printed when they end. A file that declares a second try (`maySecondTry`) is run with nothing beside it; with a failed
 * test it is run once more, and the second result counts: the output lists such tests as FLAKY, and more of them than
 * `test/flaky-budget.json` allows are one more failure. Under CI, each floor of coverage that all tests without broker and
 * browser do not reach is one more failure. At the end stand the tests that failed, each with its error; the
 * last line on stdout is `N passed, N failed, N skipped`; the exit code is 0 when nothing failed. A run that crashes,
 * hangs or leaves something open counts as one more failure, and so does a file without a test. Services that tests start
 * end with the process that started them.
 */
const RUN_TIMEOUT_MS = 15 * 60_000
/**
 * A process of a test waits for timers and other processes half of the time, one with a browser works. More of them would
 * not end sooner: they keep all cores busy, and those that watch a clock would be late.
 */
const SIDE_BY_SIDE = { waiting: availableParallelism(), browser: Math.ceil(availableParallelism() / 2) }
/** What tests start again and again is compiled once; compiled code is counted less exactly, so not where that matters. */
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') }
const budget: number = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/flaky-budget.json'), 'utf8'),
).tests

const began = performance.now()
const plan = testPlan(process.argv.slice(2), process.env)
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
  })
}
const files: Record<string, FileReport> = {}
const crashes: string[] = []
/** Where the tests without broker and browser leave their coverage; null where it is not judged. */
const coverage =
  process.env.CI === 'true' && plan.slow.length > 0
    ? mkdtempSync(join(tmpdir(), 'pageprobe-coverage-'))
    : null
await runFast()
if (plan.slow.length > 0) await runSlow()
const flaky = await trySecond()
const failures = [...reports().flatMap((report) => report.failures), ...crashes, ...(await belowFloors())]
if (failures.length === 0 && !isStopped) failures.push(...withoutTests())
if (flaky.length > budget) failures.push(`${flaky.length} flaky tests are more than the budget of ${budget}`)
list('FLAKY', flaky)
list('FAILED', failures)
console.log(`${flaky.length} flaky`)
console.log(`${sum('passed')} passed, ${failures.length} failed, ${sum('skipped')} skipped`)
process.exitCode = failures.length === 0 ? 0 : 1

async function runFast(): Promise<void> {
  const [front = [], ...others] = plan.fast
  const env = coverage === null ? environment() : { NODE_V8_COVERAGE: coverage }
  const options = { timeoutMs: RUN_TIMEOUT_MS, env }
  const beside = others.map((args) => runMocha(args, { ...options, print: 'pipe' }))
  collect(await runMocha(front, { ...options, print: 'inherit' }))
  for (const run of beside) collect(await run)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const failed = reports().flatMap((report) => report.failures)
  if (plan.slow.length > 0 && failed.length > 0) list('FAILED', failed)
  console.log(
    `${sum('passed')} passed and ${failed.length} failed without broker and browser, in ${seconds} s`,
  )
}

async function runSlow(): Promise<void> {
  const services = await startSharedServices()
  const options = { timeoutMs: RUN_TIMEOUT_MS, env: environment(services.env) }
  const work = async (queue: Iterator<string[], undefined>) => {
    for (let next = queue.next(); !next.done && !isStopped; next = queue.next()) {
      collect(await runMocha(next.value, { ...options, print: 'pipe' }))
    }
  }
  const [waiting, browser] = [plan.slow.values(), plan.browser.values()]
  const besideBrowsers = Array.from({ length: SIDE_BY_SIDE.waiting }, () => work(waiting))
  const withBrowsers = Array.from({ length: SIDE_BY_SIDE.browser }, () =>
    work(browser).then(() => work(waiting)),
  )
  await Promise.all([...besideBrowsers, ...withBrowsers])
  await work(plan.alone.values())
  await services.stop()
}

function environment(services: SharedServices['env'] = {}): Readonly<Record<string, string>> {
  return process.env.NODE_V8_COVERAGE === undefined ? { ...compiled, ...services } : services
}

async function belowFloors(): Promise<string[]> {
  if (coverage === null) return []
  try {
    return await uncovered(coverage)
  } finally {
    rmSync(coverage, { recursive: true })
  }
}

/** A file without a test would pass for the test of its source. */
function withoutTests(): string[] {
  return plannedFiles(plan)
    .filter((file) => !(file in files))
    .map((file) => `${file}: there is no test in it`)
}

/** Returns the tests that failed at first, of files that hold at a second try. */
async function trySecond(): Promise<string[]> {
  const flaky: string[] = []
  for (const [file, { failures, secondTry }] of Object.entries(files)) {
    if (failures.length === 0 || secondTry === null) continue
    collect(await runMocha([file], { print: 'inherit', timeoutMs: RUN_TIMEOUT_MS, env: environment() }))
    if (files[file]?.failures.length === 0) flaky.push(...failures.map((one) => `${one}\n    (${secondTry})`))
  }
  return flaky
}

function collect({ files: run, crash, output }: MochaRun): void {
  process.stdout.write(output)
  Object.assign(files, run)
  if (crash !== null) crashes.push(crash)
}

function reports(): FileReport[] {
  return Object.values(files)
}

function sum(count: 'passed' | 'skipped'): number {
  return reports().reduce((total, report) => total + report[count], 0)
}

function list(title: string, tests: readonly string[]): void {
  if (tests.length > 0) console.log(`${title}, ${tests.length}`)
  for (const test of tests) console.log(`  - ${test}`)
}
