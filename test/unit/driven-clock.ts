import { setImmediate as turn } from 'node:timers/promises'
import { eventually } from '#test/contract/eventually.ts'
import { replaceClock, type Timer } from './driven-clock/replace-clock.ts'

/**
 * Time that passes only when the test says so: `performance.now`, `Date` (it begins with the real time), timers, intervals,
 * `setTimeout` of `node:timers/promises` and `AbortSignal.timeout`. Sockets, files and `setImmediate` go on by themselves.
 */
export interface DrivenClock {
  /** Lets so many milliseconds pass; timers that are due meanwhile have had their effect when it resolves. */
  pass(ms: number): Promise<void>
  /**
   * Lets time pass from timer to timer until the condition holds. What needs no time, as a store in memory or a file, goes
   * on before. Rejects when no timer is left, or very many have been called, and the condition does not hold.
   */
  until(condition: () => boolean | Promise<boolean>): Promise<void>
  /** As `until` where sockets have to go on, too: 50 ms pass at a time, each with a moment of real time. */
  eventually(condition: () => boolean | Promise<boolean>): Promise<void>
  /** Lets as much time pass as the promise waits for, and settles like it: see `until`. */
  run<T>(promise: Promise<T>): Promise<T>
  /** As `run` where sockets have to go on, too: see `eventually`. */
  settle<T>(promise: Promise<T>): Promise<T>
  /** Suspends the process for so long: no timer is called meanwhile, and those that became due are called late. */
  suspend(ms: number): Promise<void>
  /** What `performance.now` says. */
  now(): number
  /** How many timers are set. */
  timers(): number
  /** From now on time passes by itself again. */
  stop(): void
}

const START = 1_000_000
/** Turns of the event loop after a timer, in which it has its effect; and those in which work that needs no time goes on. */
const [EFFECT_TURNS, WORK_TURNS] = [3, 10]
const PACE_MS = 50
/** Far more timers than a test needs. */
const MAX_CALLS = 100_000

/** Takes the place of the clock until it is stopped. */
export function driveClock(): DrivenClock {
  const timers = new Set<Timer>()
  let time = START
  let isStopped = false
  const restore = replaceClock(timers, () => time)

  /** Moves on to the first timer that is due until then, if there is one. */
  function callNext(end: number): boolean {
    const next = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)[0]
    if (next === undefined) return false
    time = Math.max(time, next.dueAt)
    timers.delete(next)
    if (next.repeats) timers.add(Object.assign(next, { dueAt: time + Math.max(1, next.ms) }))
    next.call()
    return true
  }

  async function pass(ms: number): Promise<void> {
    const end = time + ms
    await turn()
    while (callNext(end)) await turns(EFFECT_TURNS)
    time = Math.max(time, end)
    await turn()
  }

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let calls = 0; calls < MAX_CALLS && !isStopped; calls++) {
      await workDone()
      if (await condition()) return
      if (!callNext(Number.POSITIVE_INFINITY))
        throw new Error('what is awaited waits for nothing on the clock')
    }
    throw new Error(`what is awaited has not come in ${time - START} ms`)
  }

  function passWithSockets(condition: () => boolean | Promise<boolean>): Promise<void> {
    return eventually(async () => {
      if (await condition()) return true
      await pass(PACE_MS)
      return condition()
    })
  }

  async function settled<T>(promise: Promise<T>, wait: typeof until): Promise<T> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    promise.then(settle, settle)
    await wait(() => isSettled)
    return promise
  }

  return {
    pass,
    until,
    eventually: passWithSockets,
    run: (promise) => settled(promise, until),
    settle: (promise) => settled(promise, passWithSockets),
    async suspend(ms) {
      time += ms
      await pass(0)
    },
    now: () => time,
    timers: () => timers.size,
    stop() {
      if (!isStopped) restore()
      isStopped = true
    },
  }
}

async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done++) await turn()
}

/** Resolves once what needs no time has come to its end. */
async function workDone(): Promise<void> {
  do await turns(WORK_TURNS)
  while (isFileInUse())
}

function isFileInUse(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'CloseReq')
}

/**
 * Drives the clock in each test of the `describe` around: the result is the clock of the test that runs. `close` ends what
 * would wait for the driven clock; every other hook after a test has the real one.
 */
export function driveClockInEachTest(close?: () => Promise<unknown>): DrivenClock {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(async () => {
    if (close !== undefined) await clock.settle(close())
    clock.stop()
  })
  return {
    pass: (ms) => clock.pass(ms),
    until: (condition) => clock.until(condition),
    eventually: (condition) => clock.eventually(condition),
    run: (promise) => clock.run(promise),
    settle: (promise) => clock.settle(promise),
    suspend: (ms) => clock.suspend(ms),
    now: () => clock.now(),
    timers: () => clock.timers(),
    stop: () => clock.stop(),
  }
}
