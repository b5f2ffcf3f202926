import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Mocha's options whose value may be the next argument. */
const WITH_VALUE = /^(-[gftsrR]|--(grep|fgrep|timeout|slow|require|reporter|retries|file|ignore))$/

/** What needs neither broker nor browser. Each group is one process: much of it waits for timers and processes. */
const FAST = [
  ['test/unit/stages/score', 'test/golden', 'test/architecture'].map(below),
  [below('test/unit/shared/adapters')],
  ['test/unit/shared/*.test.ts', below('test/unit/shared/!(adapters)'), below('test/unit/infra')],
  [below('test/unit/gateway')],
  [below('test/unit/stages/!(score|batch)')],
  [below('test/unit/stages/batch')],
]

/** A process for each file: most of these tests wait most of the time. */
const SLOW = ['test/e2e/!(console|hostile|snapshot)', 'test/contract']
/** A process for each file too: a browser, or all memory that a service may have, is at work in most of these tests. */
const BROWSER = ['test/e2e/{console,hostile,snapshot}', 'test/browser']

/**
 * Files that take minutes start first, the longest ones before all others, so that none of them runs alone at the end.
 */
const LONGEST = [
  /crash\//,
  /e2e\/http\//,
  /brokers|run-modes|outage|politeness/,
  /e2e\/(kafka|coalescing|batches)|banners|vitals/,
  /event-log|processes/,
]

/** Files whose pages keep all cores busy for seconds: what runs beside them would be late, and they too. */
const HEAVIEST = /long-messages|hostile\/memory/

const root = join(import.meta.dirname, '../..')

/** The runs of mocha, each with its arguments. */
export interface TestPlan {
  /** Run side by side at first. */
  readonly fast: readonly string[][]
  /** Run next, a few at a time, in this order. */
  readonly slow: readonly string[][]
  /** Run beside those, fewer at a time, in this order. */
  readonly browser: readonly string[][]
  /** Run at the end, with nothing beside them: a real browser against a wall clock, and the heaviest pages. */
  readonly alone: readonly string[][]
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * The runs for the arguments of `npm test`. With a path (a folder stands for all tests below it): one run. Else all tests;
 * with `--fast` only those that need neither broker nor browser. Under CI, a forgotten `.only` is an error.
 */
export function testPlan(given: readonly string[], env: Env): TestPlan {
  const args = [...(env.CI === 'true' ? ['--forbid-only'] : []), ...given.filter((arg) => arg !== '--fast')]
  const isPath = (index: number) => !args[index]?.startsWith('-') && !WITH_VALUE.test(args[index - 1] ?? '')
  if (args.some((_, index) => isPath(index))) {
    const files = args.map((arg, index) => (isPath(index) && isFolder(arg) ? below(arg) : arg))
    return { fast: [files], slow: [], browser: [], alone: [] }
  }
  const fast = FAST.map((files) => [...args, ...files])
  if (given.includes('--fast')) return { fast, slow: [], browser: [], alone: [] }
  const each = (folders: readonly string[], isAlone = false) =>
    longestFirst(folders)
      .filter((file) => (declaresSecondTry(file) || HEAVIEST.test(file)) === isAlone)
      .map((file) => [...args, file])
  return { fast, slow: each(SLOW), browser: each(BROWSER), alone: each([...SLOW, ...BROWSER], true) }
}

/** Absolute paths of all files of the plan; none when a part of their tests is selected by title. */
export function plannedFiles(plan: TestPlan): string[] {
  const args = Object.values(plan).flat(2)
  if (args.some((arg) => /^(-[gf]|--f?grep)(=|$)/.test(arg))) return []
  const globs = args.filter((arg) => arg.endsWith('.test.ts'))
  return globs.flatMap((glob) => globSync(glob, { cwd: root })).map((file) => resolve(root, file))
}

function declaresSecondTry(file: string): boolean {
  return /^maySecondTry\(/m.test(readFileSync(join(root, file), 'utf8'))
}

function longestFirst(folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) => globSync(below(folder), { cwd: root })).toSorted()
  return files.toSorted((a, b) => rank(a) - rank(b))
}

function rank(file: string): number {
  const found = LONGEST.findIndex((long) => long.test(file))
  return found === -1 ? LONGEST.length : found
}

function below(folder: string): string {
  return `${folder.replace(/\/$/, '')}/**/*.test.ts`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
