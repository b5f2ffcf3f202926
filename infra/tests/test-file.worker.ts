import mocha from 'mocha'
import { watchLeftOpen } from '#test/support/left-open.ts'
import { emptyReport, type FileReport, Reporter } from '#test/support/reporter.ts'
import { endWorker } from '#test/support/worker/at-worker-end.ts'
import type { MochaOptions, WorkerMessage } from './worker-process.ts'

/**
 * Runs test files, one after another, as its parent names them, and reports on each. At the end it closes what the files
 * share. A handle that a test left open would keep the process alive: stderr then shows it and where it was created, and
 * the exit code is 1. Ends when its parent is gone.
 */
/** By then, all handles of the tests must be closed. */
const CLOSE_TIMEOUT_MS = 8000

/** Starts before the first test file is loaded. */
const leftOpen = watchLeftOpen(process.cwd())
const orphaned = () => process.exit(1)
process.on('disconnect', orphaned)
process.on('message', ({ file, options }: WorkerMessage) => {
  if (file === null) end().catch(fail)
  else runFile(file, options).then((report) => process.send?.(report), fail)
})

async function runFile(file: string, options: MochaOptions): Promise<FileReport> {
  const report = emptyReport()
  const run = new mocha({ ...options, reporter: Reporter, reporterOptions: report })
  run.addFile(file)
  try {
    await run.loadFilesAsync()
    await new Promise((resolve) => run.run(resolve))
    run.dispose()
  } catch (error) {
    report.failures.push(`${file} cannot be loaded\n    ${(error as Error).stack ?? error}`)
  }
  return report
}

async function end(): Promise<void> {
  process.off('disconnect', orphaned)
  await endWorker()
  process.disconnect()
  setTimeout(endHanging, CLOSE_TIMEOUT_MS).unref()
}

function fail(error: unknown): void {
  console.error(error)
  process.exit(1)
}

function endHanging(): void {
  console.error(`A test left something open: ${process.getActiveResourcesInfo().join(', ')}`)
  for (const thing of leftOpen.list()) console.error(thing)
  process.exit(1)
}
