import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import { sideBySide } from './side-by-side.ts'

/** How time passes for a store under test. */
export interface StoreClock {
  /** The time of the store, in milliseconds. */
  now(): Promise<number>
  /** Lets at least so many milliseconds pass for the store. */
  pass(ms: number): Promise<void>
  /** Begins what lives for `ms`. Resolves when it is over; rejects when it is over earlier. */
  life(ms: number, begin: () => Promise<unknown>, isOver: () => Promise<boolean>): Promise<void>
  /** Declares a test that lets time pass, with a key of its own. */
  it(title: string, test: (key: string) => Promise<void>): void
}

/** The clock of a server: the tests of a suite that let time pass wait at the same time. */
export function serverClock(now: () => Promise<number>): StoreClock {
  const declare = sideBySide()
  return {
    now,
    async pass(ms) {
      const end = (await now()) + ms
      await sleep(ms)
      await eventually(async () => (await now()) > end)
    },
    async life(ms, begin, isOver) {
      const began = Math.floor(await now())
      await begin()
      await eventually(isOver)
      const lived = (await now()) - began
      if (lived < ms) throw new Error(`over after ${lived} ms instead of ${ms}`)
    },
    it: (title, test) => declare(title, () => test(randomUUID())),
  }
}

/** `Date` of this process, which has to be mocked while the store is open: a test does not wait. */
export const drivenClock: StoreClock = {
  now: async () => Date.now(),
  async pass(ms) {
    mock.timers.tick(ms)
  },
  async life(ms, begin, isOver) {
    await begin()
    mock.timers.tick(ms - 1)
    if (await isOver()) throw new Error('over before its time')
    mock.timers.tick(2) // Some stores let the millisecond pass in which the life ends.
    if (!(await isOver())) throw new Error(`not over after ${ms + 1} ms`)
  },
  it: (title, test) => void it(title, () => test(randomUUID())),
}
