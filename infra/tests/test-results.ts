import type { Durations } from './durations.ts'
import type { FileRun } from './worker-process.ts'

/** What the runs of the test files came to. */
export interface TestResults {
  /** Adds the run of a file, in place of an earlier one, and prints it. */
  add(run: FileRun): void
  /** Adds a failure that is no test's. */
  fail(why: string): void
  runs(): readonly FileRun[]
  passed(): number
  failures(): readonly string[]
  /** Full titles of the skipped tests, by the reason. */
  skipped(): ReadonlyMap<string, readonly string[]>
  durations(): Durations
}

/** A quick file that passes is not worth a line. */
const WORTH_A_LINE_MS = 1000
const PROGRESS_MS = 10_000

/** `mayBeEmpty`: a file in which no test was run is no failure, as where tests are selected by title. */
export function makeResults(mayBeEmpty: boolean): TestResults {
  const runs = new Map<string, FileRun>()
  const others: string[] = []
  const began = performance.now()
  let saidAt = began

  const sum = (of: (run: FileRun) => number) => [...runs.values()].reduce((total, run) => total + of(run), 0)
  const passed = () => sum((run) => run.passed)

  function say(run: FileRun): void {
    const now = performance.now()
    if (run.failures.length > 0) console.log(`${run.output}\n${line('FAILED', run)}`)
    else if (run.milliseconds >= WORTH_A_LINE_MS) console.log(line('passed', run))
    else if (now - saidAt > PROGRESS_MS) console.log(`… ${passed()} passed, ${seconds(now - began)} s`)
    else return
    saidAt = now
  }

  return {
    add(run) {
      const failures = [`${run.file}: there is no test in it`]
      const counted = !mayBeEmpty && isEmpty(run) ? { ...run, failures } : run
      runs.set(run.file, counted)
      say(counted)
    },
    fail: (why) => void others.push(why),
    runs: () => [...runs.values()],
    passed,
    failures: () => [...[...runs.values()].flatMap(({ failures }) => failures), ...others],
    skipped: () => skippedOf([...runs.values()]),
    durations: () =>
      Object.fromEntries(
        [...runs.values()].map(({ file, milliseconds }) => [file, Math.round(milliseconds)]),
      ),
  }
}

/** A file without a test would pass for the test of its source. */
function isEmpty({ passed, failures, skipped }: FileRun): boolean {
  return passed + failures.length + Object.keys(skipped).length === 0
}

function line(verdict: string, { file, passed, failures, milliseconds }: FileRun): string {
  const failed = failures.length > 0 ? `, ${failures.length} failed` : ''
  return `${verdict}  ${file}: ${passed} passed${failed}, ${seconds(milliseconds)} s`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function skippedOf(runs: readonly FileRun[]): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const { skipped } of runs)
    for (const [reason, titles] of Object.entries(skipped))
      all.set(reason, [...(all.get(reason) ?? []), ...titles])
  return all
}
