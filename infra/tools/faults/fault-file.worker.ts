import mocha, { type MochaOptions, type Runnable, type Runner } from 'mocha'
import { recordForTable, type TestEnd } from '#test/support/faults/report-fault.ts'
import { watchLeftOpen } from '#test/support/left-open.ts'
import { skipReason } from '#test/support/skips.ts'
import { endWorker } from '#test/support/worker/at-worker-end.ts'

/**
 * Runs the test file that its argument names, prints mocha's report, and records how each test ended. A handle that a test
 * left open would keep the process alive: stderr then shows it and where it was created, and the exit code is 1. Ends when
 * its parent is gone.
 */
/** A test that waits for longer sets a limit of its own. */
const TEST_LIMIT_MS = 30_000
/** From then on its duration is printed. */
const SLOW_TEST_MS = 1000
/** By then, all handles of the tests must be closed. */
const CLOSE_TIMEOUT_MS = 8000

class FaultReporter extends mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options)
    const record = ({ title }: Runnable, outcome: TestEnd['outcome'], reason: string | null) =>
      recordForTable({ test: title, outcome, reason })
    runner.on('pass', (test) => record(test, 'held', null))
    runner.on('fail', (test, error) => record(test, 'FAILED', error.message))
    runner.on('pending', (test) => record(test, 'skipped', skipReason(test)))
  }
}

const leftOpen = watchLeftOpen(process.cwd())
const orphaned = () => process.exit(1)
process.on('disconnect', orphaned)
const [file = ''] = process.argv.slice(2)
const forbidOnly = process.env.CI === 'true'
const run = new mocha({ timeout: TEST_LIMIT_MS, slow: SLOW_TEST_MS, forbidOnly, reporter: FaultReporter })
run.addFile(file)
await run.loadFilesAsync()
await new Promise((resolve) => run.run(resolve))
await endWorker()
process.off('disconnect', orphaned)
process.disconnect()
setTimeout(endHanging, CLOSE_TIMEOUT_MS).unref()

function endHanging(): void {
  console.error(`A test left something open: ${process.getActiveResourcesInfo().join(', ')}`)
  for (const thing of leftOpen.list()) console.error(thing)
  process.exit(1)
}
