import { statSync } from 'node:fs'

/** Mocha's options whose value may be the next argument. */
const WITH_VALUE = /^(-[gftsrR]|--(grep|fgrep|timeout|slow|require|reporter|retries|file|ignore))$/

/** Folders whose tests run in parallel: most of them wait most of the time. */
const SIDE_BY_SIDE = [
  ['test/integration'],
  ['test/pipeline'],
  ['test/architecture', 'test/golden', 'test/unit'],
]

/** Under CI, a forgotten `.only` is an error. */
export const strict = ['--forbid-only']

/**
 * Arguments for each run of mocha: the given ones, where a folder stands for all tests below it. When none of them is
 * a path, all tests, in several runs.
 */
export function mochaRuns(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[][] {
  const isPath = (index: number) => !given[index]?.startsWith('-') && !WITH_VALUE.test(given[index - 1] ?? '')
  const wanted = given.map((arg, index) => (isPath(index) && isFolder(arg) ? testsBelow(arg) : arg))
  const always = env.CI === 'true' ? strict : []
  const runs = given.some((_, index) => isPath(index)) ? [[]] : SIDE_BY_SIDE
  return runs.map((folders) => [...always, ...wanted, ...folders.map(testsBelow)])
}

function testsBelow(folder: string): string {
  return `${folder.replace(/\/$/, '')}/**/*.test.ts`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
