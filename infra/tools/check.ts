import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs all static checks of the project in the current folder and prints a line for each; the output of a check is
 * shown only when it fails. The last line is `N passed, N failed, 0 skipped`; the exit code is 0 when none failed.
 */
const folders = ['gateway', 'stages', 'shared', 'infra', 'test']
const checks = [
  { name: 'format and lint', command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc'] },
  {
    name: 'directions',
    command: ['depcruise', '--config', 'infra/tools/dependency-cruiser.cjs', ...folders],
  },
  { name: 'unused code and packages', command: ['knip', '--no-progress'] },
  { name: 'clocks of tests', command: ['node', 'infra/tools/test-clocks.ts'] },
]

let failed = 0
for (const { name, command } of checks) {
  const start = performance.now()
  const { passed, output } = await run(command)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${command[0]}, ${seconds} s)`)
  if (passed) continue
  failed += 1
  console.log(output)
}
console.log(`${checks.length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed === 0 ? 0 : 1

async function run([tool, ...args]: readonly string[]): Promise<{ passed: boolean; output: string }> {
  const child = spawn(`node_modules/.bin/${tool}`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { passed: code === 0, output: stdout + stderr }
}
