import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Totals } from '#test/tools/reporter.ts'
import { mochaArguments } from './mocha-arguments.ts'

/**
 * Runs mocha over all tests, or what the arguments select, in a child process. The last line on stdout is
 * `N passed, N failed, N skipped`; the exit code is 0 when nothing failed. A run that crashes, hangs or leaves something
 * open counts as one failure more. The services that tests start end with the process that started them.
 */
const RUN_TIMEOUT_MS = 49 * 60_000

const root = join(import.meta.dirname, '../..')
const program = join(root, 'node_modules/mocha/bin/mocha.js')
const mocha = spawn(process.execPath, [program, ...mochaArguments(process.argv.slice(2), process.env)], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

let reported: Totals | null = null
mocha.on('message', (message) => {
  reported = message as Totals
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => mocha.kill(signal))
const impatient = setTimeout(() => mocha.kill('SIGKILL'), RUN_TIMEOUT_MS)

const [code, signal] = await once(mocha, 'exit')
clearTimeout(impatient)
const totals = judged(reported, code)
if (signal !== null) console.log(`The test run was ended by ${signal}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed === 0 ? 0 : 1

function judged(reported: Totals | null, code: number | null): Totals {
  const { passed, failed, skipped } = reported ?? { passed: 0, failed: 0, skipped: 0 }
  const crashed = reported === null || (failed === 0 && code !== 0)
  return { passed, failed: crashed ? failed + 1 : failed, skipped }
}
