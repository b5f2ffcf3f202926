import type { DrivenClock } from '../driven-clock.ts'

const { setTimeout: moment } = process.getBuiltinModule('node:timers/promises')
const MOMENT_MS = 1

/**
 * Lets time pass until the promise settles, and settles like it: `stepMs` for each moment in which sockets, files and
 * threads can go on. On a busy machine the driven time is slower, too.
 */
export async function passBesideIo<T>(clock: DrivenClock, promise: Promise<T>, stepMs = 5): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) {
    await moment(MOMENT_MS)
    if (!isSettled) await clock.pass(stepMs)
  }
  return promise
}
