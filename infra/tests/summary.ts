import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FlakyFile } from './flaky.ts'
import type { TestResults } from './test-results.ts'
import type { FileRun } from './worker-process.ts'

const SLOWEST = 20
const root = join(import.meta.dirname, '../..')

/**
 * The end of a run's output: skipped tests by reason, the slowest files, files with a service or browser of their own,
 * flaky files with both outputs, all failures, and the counts in the last line.
 */
export function summary(results: TestResults, flaky: readonly FlakyFile[]): string {
  const runs = results.runs()
  const skipped = [...results.skipped()]
  const failures = results.failures()
  const skippedCount = skipped.reduce((total, [, titles]) => total + titles.length, 0)
  return [
    ...skipped.flatMap(([reason, titles]) => list(`SKIPPED, ${titles.length}: ${reason}`, titles)),
    ...(runs.length > SLOWEST ? list(`The slowest ${SLOWEST} of ${runs.length} files`, slowest(runs)) : []),
    ...ownOnes(runs),
    ...flaky.map(
      ({ failed, held }) => `FLAKY  ${failed.file}\n${failed.output}\nthen by itself:\n${held.output}`,
    ),
    ...list(
      `FLAKY, ${flaky.length}`,
      flaky.flatMap(({ failed }) => failed.failures),
    ),
    ...list(`FAILED, ${failures.length}`, failures),
    `${flaky.length} flaky`,
    `${results.passed()} passed, ${failures.length} failed, ${skippedCount} skipped`,
  ].join('\n')
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [title, ...items.map((item) => `  - ${item}`)]
}

function slowest(runs: readonly FileRun[]): string[] {
  const sorted = runs.toSorted((one, other) => other.milliseconds - one.milliseconds)
  return sorted
    .slice(0, SLOWEST)
    .map(({ file, milliseconds }) => `${(milliseconds / 1000).toFixed(1)} s  ${file}`)
}

/** How many files say in their first line that they start a service or a browser of their own. */
function ownOnes(runs: readonly FileRun[]): string[] {
  const first = runs.map(({ file }) => firstLine(file)).filter((line) => line.startsWith('// own '))
  const count = (thing: string) => first.filter((line) => line.split(':')[0]?.includes(`own ${thing}`)).length
  if (first.length === 0) return []
  return [
    `Files with a service of their own: ${count('service')}; with a browser of their own: ${count('browser')}`,
  ]
}

function firstLine(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8').split('\n', 1)[0] ?? ''
  } catch {
    return ''
  }
}
