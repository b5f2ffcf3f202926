import type { Lane } from '#shared/messages/topics.ts'

/** Captures hold the lock at the same time (shared); a measurement holds it alone (exclusive). */
export type LockMode = 'shared' | 'exclusive'

export interface LockOptions {
  /** Removes the request from the queue when it is aborted before its work begins. */
  readonly signal: AbortSignal
  readonly lane: Lane
  /** Whether this work continues the exclusive work that ended last: it does not wait for the share of captures again. */
  readonly continuesPrevious?: boolean
}

interface Waiter extends Omit<LockOptions, 'signal'> {
  start(): void
}

/**
 * A lane without captures for so long counts as idle, in milliseconds. Between two captures of a busy queue, the slots look up
 * robots.txt and store images, which takes less.
 */
const IDLE_AFTER_MS = 250

/**
 * A readers-writer lock that shares the time. A measurement is charged for the time in which it blocks captures: while it waits for the
 * captures that run, and while it runs itself. After it, captures may begin for as long as that before the next measurement blocks
 * them, or for less when the captures become idle. So neither kind gets less than half of the time while it has work. The next
 * measurement waits at most for the time charged to the previous one, plus the captures that run then. A waiting capture waits for
 * one measurement.
 * Batch captures get no share next to interactive measurements: the captures that wait begin after a measurement, and no more.
 */
export class ExclusiveLock {
  readonly #queues = { shared: new Set<Waiter>(), exclusive: new Set<Waiter>() }
  readonly #activity = { interactive: new LaneActivity(), batch: new LaneActivity() }
  #holders = 0
  #isExclusive = false
  /** Since when the next measurement, or the one that runs, has blocked captures; null when none blocks them. */
  #blockedSince: number | null = null
  /** The part of their share that captures had not used when the measurement blocked them, in milliseconds. */
  #sharedCreditMs = 0
  /** The end of the captures' share, if they are not idle. */
  #sharedUntil = Number.NEGATIVE_INFINITY
  #wakeTimer: NodeJS.Timeout | undefined

  /** Begins `work` once it holds the lock. Settles when `work` has settled, or when the signal is aborted before `work` begins. */
  acquire(mode: LockMode, work: () => Promise<void>, { signal, ...options }: LockOptions): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const queue = this.#queues[mode]
      const removeWaiter = () => {
        queue.delete(waiter)
        signal.removeEventListener('abort', onAbort)
      }
      const start = () => {
        removeWaiter()
        resolve(this.#run(mode, work, options.lane))
      }
      const onAbort = () => {
        removeWaiter()
        this.#abandon(mode, options.lane)
        resolve()
      }
      const waiter = { ...options, start }
      queue.add(waiter)
      signal.addEventListener('abort', onAbort)
      if (mode === 'shared') this.#activity[options.lane].begin()
      this.#schedule()
    })
  }

  /** A measurement that is aborted while it waits blocks captures no longer. */
  #abandon(mode: LockMode, lane: Lane): void {
    if (mode === 'shared') this.#activity[lane].end()
    else if (this.#queues.exclusive.size === 0) this.#blockedSince = null
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#wakeTimer)
    if (this.#isExclusive) return
    const next = selectNext(this.#queues.exclusive)
    const dueInMs = next !== null && this.#blockedSince === null ? this.#msUntilDue(next) : 0
    if (next === null || dueInMs > 0) this.#startShared()
    else this.#blockSharedFor(next)
    if (dueInMs > 0) this.#wakeTimer = setTimeout(() => this.#schedule(), Math.ceil(dueInMs)).unref()
  }

  #blockSharedFor(next: Waiter): void {
    if (this.#blockedSince === null) this.#block(next)
    if (this.#holders === 0) next.start()
  }

  /** Milliseconds until a measurement may block captures. */
  #msUntilDue({ lane, continuesPrevious }: Waiter): number {
    if (continuesPrevious) return 0
    const now = performance.now()
    const { interactive, batch } = this.#activity
    const msUntilIdle =
      lane === 'batch'
        ? Math.max(interactive.msUntilIdle(now), batch.msUntilIdle(now))
        : interactive.msUntilIdle(now)
    return Math.max(0, Math.min(this.#sharedUntil - now, msUntilIdle))
  }

  /** Captures lose a share that they did not need; they keep one that a continued measurement took from them. */
  #block({ continuesPrevious }: Waiter): void {
    this.#blockedSince = performance.now()
    this.#sharedCreditMs = continuesPrevious ? Math.max(0, this.#sharedUntil - this.#blockedSince) : 0
  }

  #startShared(): void {
    for (const waiter of [...this.#queues.shared]) waiter.start()
  }

  async #run(mode: LockMode, work: () => Promise<void>, lane: Lane): Promise<void> {
    this.#holders += 1
    this.#isExclusive = mode === 'exclusive'
    try {
      await work()
    } finally {
      this.#holders -= 1
      if (this.#isExclusive) this.#endExclusive()
      else this.#activity[lane].end()
      this.#schedule()
    }
  }

  /** Captures that waited begin before the next measurement, even when their share is used up. */
  #endExclusive(): void {
    const now = performance.now()
    this.#sharedUntil = now + this.#sharedCreditMs + now - (this.#blockedSince ?? now)
    this.#blockedSince = null
    this.#isExclusive = false
    this.#startShared()
  }
}

/** The one that continues, else the first interactive one, else the first. */
function selectNext(queue: ReadonlySet<Waiter>): Waiter | null {
  const all = [...queue]
  return (
    all.find(({ continuesPrevious }) => continuesPrevious) ??
    all.find(({ lane }) => lane === 'interactive') ??
    all[0] ??
    null
  )
}

/** Whether captures of a lane run or wait, or did so within `IDLE_AFTER_MS`. */
class LaneActivity {
  #count = 0
  #lastAt = Number.NEGATIVE_INFINITY

  begin(): void {
    this.#count += 1
  }

  end(): void {
    this.#count -= 1
    this.#lastAt = performance.now()
  }

  /** Milliseconds until the lane counts as idle; Infinity as long as a capture runs or waits. */
  msUntilIdle(now: number): number {
    return this.#count > 0 ? Number.POSITIVE_INFINITY : Math.max(0, this.#lastAt + IDLE_AFTER_MS - now)
  }
}
