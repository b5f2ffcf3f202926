import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './eventually.ts'

/** How time passes for a store under test. */
export interface StoreClock {
  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void>
  /** Lets something expire that lives for `ms`: resolves when `isOver` is true. */
  expiry(ms: number, isOver: () => Promise<boolean>): Promise<void>
}

/** The clock of a server: a test waits. */
export const realClock: StoreClock = {
  pass: (ms) => sleep(ms),
  expiry: (_ms, isOver) => eventually(isOver),
}

/** `Date` of this process, which has to be mocked while the store is open: a test does not wait. */
export const drivenClock: StoreClock = {
  async pass(ms) {
    mock.timers.tick(ms)
  },
  async expiry(ms, isOver) {
    if (await isOver()) throw new Error('over before its time')
    mock.timers.tick(ms)
    if (!(await isOver())) throw new Error(`not over after ${ms} ms`)
  },
}
