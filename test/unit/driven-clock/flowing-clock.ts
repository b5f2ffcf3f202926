import { type DrivenClock, driveClockInEachTest } from '../driven-clock.ts'

const { setTimeout: moment } = process.getBuiltinModule('node:timers/promises')
const MOMENT_MS = 1
/** So many milliseconds pass in a moment. */
const STEP_MS = 5

/**
 * Lets time pass by itself in each test of the `describe` around: a step for each moment in which sockets, files and
 * threads can go on, so it is slower on a busy machine, too. The test may let more time pass.
 */
export function flowingClockInEachTest(): DrivenClock {
  const clock = driveClockInEachTest()
  let running: AbortController
  beforeEach(() => {
    running = new AbortController()
    void flow(running.signal)
  })
  afterEach(() => running.abort())

  async function flow(test: AbortSignal): Promise<void> {
    for (await moment(MOMENT_MS); !test.aborted; await moment(MOMENT_MS)) await clock.pass(STEP_MS)
  }
  return clock
}
