import type { TestResults } from './test-results.ts'
import { type FileRun, startWorker, type WorkerOptions } from './worker-process.ts'

/** Files that fail and then hold; more of them in a run fail it. */
const MAX_FLAKY = 3

/** A browser, or a service that many files share, may be late or gone where nothing is wrong. All other tests hold at once. */
const MAY_BE_FLAKY = /(^|\/)test\/(browser|e2e)\//

/** A file that failed and then held. */
export interface FlakyFile {
  readonly failed: FileRun
  readonly held: FileRun
}

/**
 * Runs each failed file of `test/browser` and `test/e2e` once more, by itself, in a new process. The second run takes the
 * place of a first one that failed. More failed files than may be flaky are not tried: the run has failed.
 */
export async function tryAgain(results: TestResults, options: WorkerOptions): Promise<FlakyFile[]> {
  const failed = results.runs().filter(({ file, failures }) => failures.length > 0 && MAY_BE_FLAKY.test(file))
  if (failed.length > MAX_FLAKY + 1) return []
  const flaky: FlakyFile[] = []
  for (const first of failed) {
    const again = await runAlone(first.file, options)
    results.add(again)
    if (again.failures.length === 0) flaky.push({ failed: first, held: again })
  }
  if (flaky.length > MAX_FLAKY) results.fail(`${flaky.length} flaky files are more than ${MAX_FLAKY}`)
  return flaky
}

async function runAlone(file: string, options: WorkerOptions): Promise<FileRun> {
  const worker = startWorker(options)
  const run = await worker.run(file)
  const why = await worker.end()
  return why === null || run.failures.length > 0 ? run : { ...run, failures: [why] }
}
