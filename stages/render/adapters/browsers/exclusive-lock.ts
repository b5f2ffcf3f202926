import type { Lane } from '#shared/messages/topics.ts'

/** Who may run beside whom: captures are together, a measurement is alone. */
export type LockMode = 'shared' | 'exclusive'

export interface LockOptions {
  /** The turn is given up when it is aborted before its work begins. */
  readonly signal: AbortSignal
  readonly lane: Lane
  /** Whether this goes on with what had its turn just before: it does not wait for the others' share again. */
  readonly continuesPrevious?: boolean
}

/** Begins `work` when it is its turn; settles when `work` has, or when the signal is aborted before its turn. */
export type ExclusiveLock = (mode: LockMode, work: () => Promise<void>, options: LockOptions) => Promise<void>

interface Waiter extends Omit<LockOptions, 'signal'> {
  start(): void
}

/**
 * Captures whose queue is not empty follow each other with a pause of this at most: their slots look up robots.txt and store
 * pictures in between.
 */
const IDLE_AFTER_MS = 250

/**
 * Turns by time used. A measurement is charged with the time in which it keeps captures from beginning: while those that run come
 * to their end, and while it runs. After it, captures may begin for as long as that before the next one holds them back; sooner,
 * when no capture was there for a moment. So neither kind gets less than half of the time while it has work. The measurement that is
 * next waits no longer than the one before it was charged with, and for captures that run then; a capture that waits does so for one
 * measurement.
 * An interactive measurement leaves batch captures no time of their own: those that wait begin after it, and no more.
 */
export function makeExclusiveLock(): ExclusiveLock {
  const lock = new FairLock()
  return (mode, work, options) => lock.acquire(mode, work, options)
}

class FairLock {
  readonly #queues = { shared: new Set<Waiter>(), exclusive: new Set<Waiter>() }
  readonly #activity = { interactive: new LaneActivity(), batch: new LaneActivity() }
  #holders = 0
  #isExclusive = false
  /** Since when the measurement whose turn it is holds captures back; null while none does. */
  #blockedSince: number | null = null
  /** What captures have not had of their share then, in milliseconds. */
  #sharedCreditMs = 0
  /** Until then the time is the captures', if they have use for it. */
  #sharedUntil = Number.NEGATIVE_INFINITY
  #wakeTimer: NodeJS.Timeout | undefined

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

  /** One that gives up while it waits holds nobody back any more. */
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

  /** Milliseconds until a measurement may hold captures back. */
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

  /** A share that captures had no use for is over; one that they were not left is still theirs. */
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

  /** Captures that waited begin before the next measurement, whatever their share is. */
  #endExclusive(): void {
    const now = performance.now()
    this.#sharedUntil = now + this.#sharedCreditMs + now - (this.#blockedSince ?? now)
    this.#blockedSince = null
    this.#isExclusive = false
    this.#startShared()
  }
}

/** The one that goes on, else the first that somebody waits for, else the first. */
function selectNext(queue: ReadonlySet<Waiter>): Waiter | null {
  const all = [...queue]
  return (
    all.find(({ continuesPrevious }) => continuesPrevious) ??
    all.find(({ lane }) => lane === 'interactive') ??
    all[0] ??
    null
  )
}

/** Whether captures of a lane run or wait, or did a moment ago. */
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

  /** Milliseconds until it is known that there is none; as long as there is one, Infinity. */
  msUntilIdle(now: number): number {
    return this.#count > 0 ? Number.POSITIVE_INFINITY : Math.max(0, this.#lastAt + IDLE_AFTER_MS - now)
  }
}
