import { join } from 'node:path'
import mocha, { type MochaOptions, type Runnable, type Runner, type Test } from 'mocha'
import { watchLeftOpen } from './left-open.ts'
import { secondTryReason } from './second-try.ts'
import { skipReason } from './skips.ts'
import { endWorker } from './worker/at-worker-end.ts'

/** Counts of the tests of a file, and the hooks that failed. */
export interface FileReport {
  passed: number
  skipped: number
  /** The full title and the error of each. */
  readonly failures: string[]
  /** Why the file may be tried a second time; null when it may not. */
  readonly secondTry: string | null
}

/**
 * By the path of the file; '' for a hook outside any suite. The reporter sends it once to the process that started
 * mocha, after all tests.
 */
export type Report = Readonly<Record<string, FileReport>>

/** By then, all handles of the tests must be closed. */
const CLOSE_TIMEOUT_MS = 8000

/** Starts before the first test file is loaded. */
const leftOpen = watchLeftOpen(join(import.meta.dirname, '../..'))

/**
 * Mocha's own report, then all skipped tests by reason, so that nobody takes them for passed. Ends the process when
 * its parent is gone, and with code 1 when a test left a handle open that keeps the process from ending: stderr then
 * shows the handle and where it was created.
 */
// biome-ignore lint/style/noDefaultExport: mocha takes a reporter's default export
export default class Reporter extends mocha.reporters.Spec {
  readonly #skipped: Test[] = []
  readonly #files: Record<string, FileReport> = {}

  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options)
    runner.on('pass', (test) => this.#file(test).passed++)
    runner.on('fail', (test, error) => this.#file(test).failures.push(reported(test, error)))
    runner.on('pending', (test) => {
      this.#file(test).skipped++
      this.#skipped.push(test)
    })
    process.once('disconnect', () => process.exit(1))
    process.channel?.unref()
  }

  override epilogue(): void {
    super.epilogue()
    for (const [reason, titles] of byReason(this.#skipped)) print(reason, titles)
    process.send?.(this.#files satisfies Report)
    // What the files share takes its own time to end.
    void endWorker().then(() => setTimeout(endHanging, CLOSE_TIMEOUT_MS).unref())
    setImmediate(keepExitCode)
  }

  #file({ file = '' }: Runnable): FileReport {
    this.#files[file] ??= { passed: 0, skipped: 0, failures: [], secondTry: secondTryReason(file) }
    return this.#files[file]
  }
}

function byReason(tests: readonly Test[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const test of tests) {
    const reason = skipReason(test) ?? 'no reason given'
    groups.set(reason, [...(groups.get(reason) ?? []), test.fullTitle()])
  }
  return groups
}

function reported(test: Runnable, error: Error): string {
  return `${test.fullTitle()}\n    ${error.stack ?? error}`
}

function print(reason: string, titles: readonly string[]): void {
  console.log(`SKIPPED, ${titles.length}: ${reason}`)
  for (const title of titles) console.log(`  - ${title}`)
}

function endHanging(): void {
  console.error(`A test left something open: ${process.getActiveResourcesInfo().join(', ')}`)
  for (const thing of leftOpen.list()) console.error(thing)
  process.exit(1)
}

/**
 * Mocha's exit listener replaces any exit code, even that of a crash, by the number of failures; this listener runs
 * after it.
 */
function keepExitCode(): void {
  process.on('exit', (code) => {
    if (code !== 0) process.exitCode = code
  })
}
