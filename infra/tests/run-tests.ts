import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { uncovered } from './coverage.ts'
import { readDurations, recordDurations } from './durations.ts'
import { tryAgain } from './flaky.ts'
import { runFiles } from './run-files.ts'
import { prepareServices, startSharedServices } from './shared-services.ts'
import { summary } from './summary.ts'
import { testPlan } from './test-plan.ts'
import { makeResults } from './test-results.ts'
import type { WorkerOptions } from './worker-process.ts'

/**
 * Runs all tests, or those that the arguments select (`testPlan`), in workers: processes that run one file after another.
 * First comes everything that needs neither broker nor browser, with a verdict of its own (with `--fast` nothing else);
 * meanwhile the services start that the other tests share. Each group begins with the files that took longest the last
 * time. A file of `test/browser` or `test/e2e` that fails is run once more, by itself, at the end: when it then holds it is
 * listed as FLAKY, with both outputs, and more than `MAX_FLAKY` of them are one more failure. Under CI, each floor of
 * coverage that the tests without broker and browser do not reach is one more failure. A file that crashes, hangs, has no
 * test or leaves something open counts as one more failure. The last line on stdout is `N passed, N failed, N skipped`;
 * the exit code is 0 when nothing failed.
 */
const FILE_LIMIT_MS = 10 * 60_000
/** Some of the work is waiting for processes and timers. A browser keeps more than a core busy. */
const CORES = availableParallelism()
const WORKERS = { fast: CORES + 2, slow: CORES, browser: Math.ceil(CORES / 2) }
const root = join(import.meta.dirname, '../..')
const DURATIONS = join(root, '.cache/test-durations.json')
/** What tests start again and again is compiled once; compiled code is counted less exactly, so not where that matters. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }

const plan = testPlan(process.argv.slice(2), process.env, readDurations(DURATIONS))
const results = makeResults(plan.mocha.grep !== undefined)
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
  })
}
const collector = {
  isStopped: () => isStopped,
  collect: results.add,
  crashed: results.fail,
}
const isWhole = plan.selected === null && plan.slow.length > 0

if (plan.selected !== null) await runSelected(plan.selected)
else if (isWhole) await runAll()
else await runFast(environment())
const flaky = isStopped ? [] : await tryAgain(results, options(environment()))
recordDurations(DURATIONS, results.durations())
if (isStopped && results.failures().length === 0) results.fail('the run was stopped')
console.log(summary(results, flaky))
process.exitCode = results.failures().length === 0 ? 0 : 1

async function runSelected(files: readonly string[]): Promise<void> {
  await runFiles([files.values()], { ...options(environment()), print: 'inherit' }, collector)
}

async function runAll(): Promise<void> {
  const starting = prepareServices().then(startSharedServices)
  await runFast(process.env.CI === 'true' ? null : environment())
  const services = await starting
  await runSlow(environment(services.env))
  await services.stop()
}

/** Without `env`, their coverage is judged. */
async function runFast(env: Readonly<Record<string, string>> | null): Promise<void> {
  const began = performance.now()
  const coverage = env === null ? mkdtempSync(join(tmpdir(), 'pageprobe-coverage-')) : null
  const queue = plan.fast.values()
  const started = options(env ?? { NODE_V8_COVERAGE: coverage ?? '' })
  await Promise.all(Array.from({ length: WORKERS.fast }, () => runFiles([queue], started, collector)))
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const failed = results.failures().length
  console.log(`${results.passed()} passed and ${failed} failed without broker and browser, in ${seconds} s`)
  if (coverage === null) return
  if (!isStopped) for (const sentence of await uncovered(coverage)) results.fail(sentence)
  rmSync(coverage, { recursive: true })
}

/**
 * One worker has the files that share services on Kafka, Redis and MinIO, so that each of these is started once; they end
 * with it, since they are at work also when nobody asks them.
 */
async function runSlow(env: Readonly<Record<string, string>>): Promise<void> {
  const [slow, browser] = [plan.slow.values(), plan.browser.values()]
  const run = (queues: IterableIterator<string>[]) => runFiles(queues, options(env), collector)
  await Promise.all([
    run([plan.real.values()]).then(() => run([slow, browser])),
    ...Array.from({ length: WORKERS.browser }, () => run([browser, slow])),
    ...Array.from({ length: WORKERS.slow - 1 }, () => run([slow, browser])),
  ])
}

function options(env: Readonly<Record<string, string>>): WorkerOptions {
  return { mocha: plan.mocha, print: 'collect', env, limitMs: FILE_LIMIT_MS }
}

function environment(services: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return process.env.NODE_V8_COVERAGE === undefined ? { ...compiled, ...services } : services
}
