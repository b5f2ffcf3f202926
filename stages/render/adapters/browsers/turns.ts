import type { Lane } from '#shared/messages/topics.ts'

/** Who may run beside whom: captures are together, a measurement is alone. */
export type Kind = 'together' | 'alone'

export interface TurnOptions {
  /** The turn is given up when it is aborted before its work begins. */
  readonly signal: AbortSignal
  readonly lane: Lane
  /** Whether this goes on with what had its turn just before: it does not wait for the others' share again. */
  readonly isAgain?: boolean
}

/** Begins `work` when it is its turn; settles when `work` has, or when the signal is aborted before its turn. */
export type Turns = (kind: Kind, work: () => Promise<void>, options: TurnOptions) => Promise<void>

interface Waiting extends Omit<TurnOptions, 'signal'> {
  begin(): void
}

/**
 * Captures whose queue is not empty follow each other with a pause of this at most: their slots look up robots.txt and store
 * pictures in between.
 */
const PAUSE_MS = 250

/**
 * Turns by time used. A measurement is charged with the time in which it keeps captures from beginning: while those that run come
 * to their end, and while it runs. After it, captures may begin for as long as that before the next one holds them back; sooner,
 * when no capture was there for a moment. So neither kind gets less than half of the time while it has work. The measurement that is
 * next waits no longer than the one before it was charged with, and for captures that run then; a capture that waits does so for one
 * measurement.
 * An interactive measurement leaves batch captures no time of their own: those that wait begin after it, and no more.
 */
export function makeTurns(): Turns {
  const turns = new TimeShares()
  return (kind, work, options) => turns.take(kind, work, options)
}

class TimeShares {
  readonly #waiting = { together: new Set<Waiting>(), alone: new Set<Waiting>() }
  readonly #captures = { interactive: new Presence(), batch: new Presence() }
  #running = 0
  #isAlone = false
  /** Since when the measurement whose turn it is holds captures back; null while none does. */
  #heldSince: number | null = null
  /** What captures have not had of their share then, in milliseconds. */
  #owedMs = 0
  /** Until then the time is the captures', if they have use for it. */
  #theirsUntil = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  take(kind: Kind, work: () => Promise<void>, { signal, ...options }: TurnOptions): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const waiting = this.#waiting[kind]
      const leave = () => {
        waiting.delete(one)
        signal.removeEventListener('abort', giveUp)
      }
      const begin = () => {
        leave()
        resolve(this.#run(kind, work, options.lane))
      }
      const giveUp = () => {
        leave()
        this.#givenUp(kind, options.lane)
        resolve()
      }
      const one = { ...options, begin }
      waiting.add(one)
      signal.addEventListener('abort', giveUp)
      if (kind === 'together') this.#captures[options.lane].come()
      this.#advance()
    })
  }

  /** One that gives up while it waits holds nobody back any more. */
  #givenUp(kind: Kind, lane: Lane): void {
    if (kind === 'together') this.#captures[lane].leave()
    else if (this.#waiting.alone.size === 0) this.#heldSince = null
    this.#advance()
  }

  #advance(): void {
    clearTimeout(this.#timer)
    if (this.#isAlone) return
    const next = first(this.#waiting.alone)
    const inMs = next !== null && this.#heldSince === null ? this.#dueIn(next) : 0
    if (next === null || inMs > 0) this.#beginTogether()
    else this.#makeWayFor(next)
    if (inMs > 0) this.#timer = setTimeout(() => this.#advance(), Math.ceil(inMs)).unref()
  }

  #makeWayFor(next: Waiting): void {
    if (this.#heldSince === null) this.#hold(next)
    if (this.#running === 0) next.begin()
  }

  /** Milliseconds until a measurement may hold captures back. */
  #dueIn({ lane, isAgain }: Waiting): number {
    if (isAgain) return 0
    const now = performance.now()
    const { interactive, batch } = this.#captures
    const quietIn =
      lane === 'batch' ? Math.max(interactive.quietIn(now), batch.quietIn(now)) : interactive.quietIn(now)
    return Math.max(0, Math.min(this.#theirsUntil - now, quietIn))
  }

  /** A share that captures had no use for is over; one that they were not left is still theirs. */
  #hold({ isAgain }: Waiting): void {
    this.#heldSince = performance.now()
    this.#owedMs = isAgain ? Math.max(0, this.#theirsUntil - this.#heldSince) : 0
  }

  #beginTogether(): void {
    for (const one of [...this.#waiting.together]) one.begin()
  }

  async #run(kind: Kind, work: () => Promise<void>, lane: Lane): Promise<void> {
    this.#running += 1
    this.#isAlone = kind === 'alone'
    try {
      await work()
    } finally {
      this.#running -= 1
      if (this.#isAlone) this.#endAlone()
      else this.#captures[lane].leave()
      this.#advance()
    }
  }

  /** Captures that waited begin before the next measurement, whatever their share is. */
  #endAlone(): void {
    const now = performance.now()
    this.#theirsUntil = now + this.#owedMs + now - (this.#heldSince ?? now)
    this.#heldSince = null
    this.#isAlone = false
    this.#beginTogether()
  }
}

/** The one that goes on, else the first that somebody waits for, else the first. */
function first(waiting: ReadonlySet<Waiting>): Waiting | null {
  const all = [...waiting]
  return (
    all.find(({ isAgain }) => isAgain) ?? all.find(({ lane }) => lane === 'interactive') ?? all[0] ?? null
  )
}

/** Whether captures of a lane run or wait, or did a moment ago. */
class Presence {
  #count = 0
  #lastAt = Number.NEGATIVE_INFINITY

  come(): void {
    this.#count += 1
  }

  leave(): void {
    this.#count -= 1
    this.#lastAt = performance.now()
  }

  /** Milliseconds until it is known that there is none; as long as there is one, Infinity. */
  quietIn(now: number): number {
    return this.#count > 0 ? Number.POSITIVE_INFINITY : Math.max(0, this.#lastAt + PAUSE_MS - now)
  }
}
