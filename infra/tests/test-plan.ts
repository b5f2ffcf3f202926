import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Durations, longestFirst } from './durations.ts'
import type { MochaOptions } from './worker-process.ts'

/** What needs neither broker nor browser. */
const FAST = ['test/unit', 'test/golden', 'test/conformance', 'test/architecture']
/** Most of these wait for processes and services most of the time. */
const SLOW = ['test/e2e/!(console|snapshot|performance)', 'test/contract']
/** In most of these a browser is at work all the time. */
const BROWSER = ['test/e2e/{console,snapshot,performance}', 'test/browser']

/** How a file asks for the services that a worker starts on Kafka, Redis and MinIO (`test/support/service`). */
const REAL_SERVICE = /\b(?:workerRealService|onShared|onBothShared)\b/

/** A test that waits for longer sets a limit of its own; a duration of a second is printed. */
export const MOCHA: MochaOptions = { timeout: 60_000, slow: 1000, bail: false, forbidOnly: false }

const root = join(import.meta.dirname, '../..')

/** The test files of a run, by group, in their order. */
export interface TestPlan {
  readonly fast: readonly string[]
  /** Those of the slow ones that use the services which a worker starts on Kafka, Redis and MinIO. */
  readonly real: readonly string[]
  readonly slow: readonly string[]
  readonly browser: readonly string[]
  /** Files that the arguments select, which run one after another; null when a group is run. */
  readonly selected: readonly string[] | null
  readonly mocha: MochaOptions
}

/**
 * The plan for the arguments of `npm test`: `[--fast] [--grep <regular expression>] [--bail] [<file, folder or glob>…]`.
 * Without a path all tests, but for `test/faults`; with `--fast` only those that need neither broker nor browser. Under CI
 * a forgotten `.only` is an error. Throws for an option that there is not.
 */
export function testPlan(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  recorded: Durations,
): TestPlan {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      fast: { type: 'boolean', default: false },
      grep: { type: 'string', short: 'g' },
      bail: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const mocha = {
    ...{ ...MOCHA, bail: values.bail, forbidOnly: env.CI === 'true' },
    ...(values.grep !== undefined && { grep: values.grep }),
  }
  const none = { fast: [], real: [], slow: [], browser: [], selected: null, mocha }
  if (positionals.length > 0) return { ...none, selected: positionals.flatMap(filesOf) }
  const ordered = (folders: readonly string[]) => longestFirst(folders.flatMap(filesBelow), recorded)
  if (values.fast) return { ...none, fast: ordered(FAST) }
  const { real = [], slow = [] } = Object.groupBy(ordered(SLOW), (file) => (isReal(file) ? 'real' : 'slow'))
  return { fast: ordered(FAST), real, slow, browser: ordered(BROWSER), selected: null, mocha }
}

function isReal(file: string): boolean {
  return REAL_SERVICE.test(readFileSync(join(root, file), 'utf8'))
}

/** A path without a test file stands for itself: its run fails. */
function filesOf(path: string): string[] {
  const isFolder = statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  const found = isFolder ? filesBelow(relative(root, resolve(root, path))) : globSync(path, { cwd: root })
  return found.length > 0 ? found.toSorted() : [path]
}

function filesBelow(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root })
}
