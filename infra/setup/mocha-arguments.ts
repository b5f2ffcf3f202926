import { statSync } from 'node:fs'

/** Mocha's options whose value may be the next argument. */
const WITH_VALUE = /^(-[gftsrR]|--(grep|fgrep|timeout|slow|require|reporter|retries|file|ignore))$/

/**
 * Arguments for mocha: those given, where a folder stands for all tests below it; all tests when none of them is a path;
 * and no `.only` under CI=true.
 */
export function mochaArguments(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const isPath = (index: number) => !given[index]?.startsWith('-') && !WITH_VALUE.test(given[index - 1] ?? '')
  const wanted = given.map((arg, index) => (isPath(index) && isFolder(arg) ? testsBelow(arg) : arg))
  const paths = given.some((_, index) => isPath(index)) ? [] : [testsBelow('test')]
  const strict = env.CI === 'true' ? ['--forbid-only'] : []
  return [...strict, ...wanted, ...paths]
}

function testsBelow(folder: string): string {
  return `${folder.replace(/\/$/, '')}/**/*.test.ts`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
