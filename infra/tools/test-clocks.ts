import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { type Exception, type Finding, judge, NOT_YET, pruned } from './test-clocks/exceptions.ts'
import { violationsIn } from './test-clocks/violations.ts'

/**
 * Proves that a busy machine cannot fail a test of `npm test`: no test of the current folder sleeps for a fixed time or
 * asserts milliseconds of this machine. It sees a module at a time: what a helper in another file measures it does not
 * follow. Prints each violation that has no entry in the list of exceptions, and each entry that nothing matches; the exit
 * code is 0 when there are none. With `--prune`, entries with the reason 'not yet driven' that nothing matches leave the
 * list first.
 */
const EXCEPTIONS = 'infra/tools/test-clocks/exceptions.json'
/** They measure real time, or are the servers that tests visit: a slow one is slow by the clock. */
const EXEMPT = /^test\/(?:faults|bench|site|support\/(?:faults|sites))\//

const paths = globSync('test/**/*.{ts,tsx,mts,mjs}').sort()
const findings: Finding[] = paths
  .filter((path) => !EXEMPT.test(path))
  .flatMap((path) => violationsIn(readFileSync(path, 'utf8')).map((violation) => ({ path, ...violation })))
const exceptions = readExceptions()
const { violations, unmatched } = judge(findings, exceptions)
for (const { path, line, name, what } of violations) console.log(`${path}:${line}: ${name}: ${what}`)
for (const { path, name } of unmatched) console.log(`${path}: ${name}: an exception that nothing matches`)
const notYet = exceptions.filter(({ reason }) => reason === NOT_YET).length
console.log(`${violations.length} violations; ${exceptions.length} exceptions, ${notYet} of them ${NOT_YET}`)
process.exitCode = violations.length + unmatched.length === 0 ? 0 : 1

function readExceptions(): Exception[] {
  const exceptions: Exception[] = JSON.parse(readFileSync(EXCEPTIONS, 'utf8'))
  if (!process.argv.includes('--prune')) return exceptions
  const left = pruned(findings, exceptions)
  writeFileSync(EXCEPTIONS, `${JSON.stringify(left, null, 2)}\n`)
  return left
}
