import { globSync, readFileSync } from 'node:fs'
import { type Exception, type Finding, judge } from './test-clocks/exceptions.ts'
import { violationsIn } from './test-clocks/violations.ts'

/**
 * Proves that a busy machine cannot fail a test of `npm test`: no test of the current folder sleeps for a fixed time or
 * asserts milliseconds of this machine. It sees a module at a time: what a helper in another file measures it does not
 * follow. Prints each violation that has no entry in the list of exceptions, and each entry that nothing matches; the exit
 * code is 0 when there are none.
 */
const EXCEPTIONS = 'infra/tools/test-clocks/exceptions.json'
/** They measure real time, or are the servers that tests visit: a slow one is slow by the clock. */
const EXEMPT = /^test\/(?:faults|bench|site|support\/(?:faults|sites))\//

const paths = globSync('test/**/*.{ts,tsx,mts,mjs}').sort()
const findings: Finding[] = paths
  .filter((path) => !EXEMPT.test(path))
  .flatMap((path) => violationsIn(readFileSync(path, 'utf8')).map((violation) => ({ path, ...violation })))
const exceptions: Exception[] = JSON.parse(readFileSync(EXCEPTIONS, 'utf8'))
const { violations, unmatched } = judge(findings, exceptions)
for (const { path, line, name, what } of violations) console.log(`${path}:${line}: ${name}: ${what}`)
for (const { path, name } of unmatched) console.log(`${path}: ${name}: an exception that nothing matches`)
console.log(`${violations.length} violations, ${exceptions.length} exceptions`)
process.exitCode = violations.length + unmatched.length === 0 ? 0 : 1
