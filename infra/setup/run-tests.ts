import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Totals } from '#test/tools/reporter.ts'
import { mochaRuns } from './mocha-arguments.ts'

/**
 * Runs mocha over all tests, or what the arguments select, in child processes: one run prints as it goes, what runs beside
 * it is printed when it has ended. Then come the tests that failed only before another try and those that failed, each with
 * its error, so that the end of a long output tells what was wrong. The last line on stdout is `N passed, N failed, N skipped`; the exit code is 0 when
 * nothing failed. A run that crashes, hangs or leaves something open counts as one failure more. The services that tests
 * start end with the process that started them.
 */
const RUN_TIMEOUT_MS = 49 * 60_000

const root = join(import.meta.dirname, '../..')
const program = join(root, 'node_modules/mocha/bin/mocha.js')

const [first = [], ...others] = mochaRuns(process.argv.slice(2), process.env)
const beside = others.map((args) => run(args, 'pipe'))
const all = [await run(first, 'inherit'), ...(await Promise.all(beside))]
for (const { output } of all) process.stdout.write(output)
list('TRIED AGAIN', 'retried')
list('FAILED', 'failures')
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') === 0 ? 0 : 1

function sum(count: 'passed' | 'failed' | 'skipped'): number {
  return all.reduce((total, { totals }) => total + totals[count], 0)
}

function list(what: string, tests: 'retried' | 'failures'): void {
  const told = all.flatMap(({ totals }) => totals[tests])
  if (told.length > 0) console.log(`${what}, ${told.length}`)
  for (const test of told) console.log(`  - ${test}`)
}

interface Ended {
  readonly totals: Totals
  /** What it printed, where it was kept. */
  readonly output: string
}

async function run(args: readonly string[], print: 'inherit' | 'pipe'): Promise<Ended> {
  const mocha = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', print, print, 'ipc'],
  })
  let reported: Totals | null = null
  mocha.on('message', (message) => {
    reported = message as Totals
  })
  const pieces: Buffer[] = []
  for (const stream of [mocha.stdout, mocha.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => mocha.kill(signal))
  const impatient = setTimeout(() => mocha.kill('SIGKILL'), RUN_TIMEOUT_MS)
  const [code, signal] = await once(mocha, 'close')
  clearTimeout(impatient)
  if (signal !== null) pieces.push(Buffer.from(`The test run was ended by ${signal}\n`))
  return { totals: judged(reported, code), output: Buffer.concat(pieces).toString() }
}

function judged(reported: Totals | null, code: number | null): Totals {
  const totals = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] }
  const crashed = reported === null || (totals.failed === 0 && code !== 0)
  if (!crashed) return totals
  const crash = `a run of mocha ended with ${code ?? 'a signal'}, not by a test: what it printed tells more`
  return { ...totals, failed: totals.failed + 1, failures: [...totals.failures, crash] }
}
