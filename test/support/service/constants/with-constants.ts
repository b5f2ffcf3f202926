import { join } from 'node:path'
import { root } from '#test/support/sandbox.ts'

/** Numbers that named constants have instead of their own, by the file of the module, from the root of the checkout. */
export type Constants = Readonly<Record<string, Readonly<Record<string, number>>>>

const PRELOAD = new URL('./constants-preload.ts', import.meta.url).href

/**
 * The program of the service with other bounds than it has, for a test that cannot wait for them or reach them. `preloads`
 * are loaded before it as well. The service does not start where a module has no such constant any more.
 */
export function withConstants(
  constants: Constants,
  ...preloads: readonly string[]
): [program: string, ...args: string[]] {
  const preload = `${PRELOAD}?${encodeURIComponent(JSON.stringify(constants))}`
  const imports = [preload, ...preloads].flatMap((one) => ['--import', one])
  return [join(root, 'node_modules/.bin/node'), ...imports, 'infra/main.ts']
}
