import { type DrivenClock, driveClockInEachTest } from '../driven-clock.ts'

const { setTimeout: moment } = process.getBuiltinModule('node:timers/promises')
const MOMENT_MS = 1
/** So many milliseconds pass in a moment. */
const STEP_MS = 5

/**
 * Lets time pass by itself until the returned function is called: a step for each moment in which sockets, files and
 * threads can go on. So it is slower on a busy machine, too.
 */
function flowBesideIo(clock: DrivenClock): () => void {
  let isOver = false
  const flow = async () => {
    for (await moment(MOMENT_MS); !isOver; await moment(MOMENT_MS)) await clock.pass(STEP_MS)
  }
  void flow()
  return () => {
    isOver = true
  }
}

/** Lets time pass like that until the promise settles, and settles like it. */
export function passBesideIo<T>(clock: DrivenClock, promise: Promise<T>): Promise<T> {
  return promise.finally(flowBesideIo(clock))
}

/** Lets time pass like that in each test of the `describe` around, and as far as the test says besides. */
export function flowingClockInEachTest(): DrivenClock {
  const clock = driveClockInEachTest()
  let stop: () => void
  beforeEach(() => {
    stop = flowBesideIo(clock)
  })
  afterEach(() => stop())
  return clock
}
