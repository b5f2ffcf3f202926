import { FairQueue } from '#shared/async/fair-queue.ts'
import type { ConcurrencyLimits, Job, RunResult } from '#shared/consumer/pool/job.ts'

interface KeyState {
  jobs: Job[]
  active: number
  postponedUntil: number
}

/** Timers count whole milliseconds, in 31 bits. */
const MIN_MS = 1
const MAX_TIMER_MS = 2 ** 31 - 2

/**
 * The waiting jobs of a lane. Keys and tenants are scheduled round robin, so that many jobs of one delay no other; the
 * jobs of one key or tenant are first in, first out.
 */
export class LaneQueue {
  readonly #limits: ConcurrencyLimits
  readonly #wake: () => void
  readonly #keys = new Map<string, KeyState>()
  /** Keys with a job that may start, in round-robin order. */
  readonly #ready = new Set<string>()
  /** Jobs without a key. */
  readonly #unkeyed = new FairQueue<Job>()
  /** Exclusive jobs without a key. */
  readonly #exclusive = new FairQueue<Job>()
  /** Running jobs without a key, by tenant. */
  readonly #running = new Map<string | null, number>()
  #waiting = 0

  /** `wake` is called when a postponed key may start jobs again. */
  constructor(limits: ConcurrencyLimits, wake: () => void) {
    this.#limits = limits
    this.#wake = wake
  }

  get waiting(): number {
    return this.#waiting
  }

  add(job: Job): void {
    this.#waiting += 1
    if (job.key === null) {
      ;(job.isExclusive ? this.#exclusive : this.#unkeyed).add(job)
      return
    }
    const state = this.#keys.get(job.key) ?? { jobs: [], active: 0, postponedUntil: 0 }
    this.#keys.set(job.key, state)
    state.jobs.push(job)
    this.#updateKey(job.key)
  }

  /** Removes the next exclusive job; null when there is none. */
  takeExclusive(): Job | null {
    const job = this.#exclusive.take(() => true)
    if (job !== null) this.#waiting -= 1
    return job
  }

  /** Removes the next job that may start beside others; null when there is none. */
  take(): Job | null {
    const job = this.#takeUnkeyed() ?? this.#takeKeyed()
    if (job !== null) this.#waiting -= 1
    return job
  }

  #takeUnkeyed(): Job | null {
    const { perTenant = Number.POSITIVE_INFINITY } = this.#limits
    const job = this.#unkeyed.take((tenant) => (this.#running.get(tenant) ?? 0) < perTenant)
    if (job !== null) this.#countRunning(job.tenant, 1)
    return job
  }

  #countRunning(tenant: string | null, more: number): void {
    const count = (this.#running.get(tenant) ?? 0) + more
    if (count === 0) this.#running.delete(tenant)
    else this.#running.set(tenant, count)
  }

  /** A job that was taken is over, or is postponed and returns to the queue. */
  release(job: Job, run: RunResult): void {
    const { key } = job
    if (key === null && !job.isExclusive) this.#countRunning(job.tenant, -1)
    const state = key === null ? undefined : this.#keys.get(key)
    if (key === null || state === undefined) return
    state.active -= 1
    if (run !== 'over') {
      state.jobs.unshift(job)
      this.#waiting += 1
      this.#postpone(key, state, run.postponeMs)
    }
    this.#updateKey(key)
  }

  /** Removes and answers the waiting jobs for which `matches` holds; it is called once for each, in their order. */
  withdraw(matches: (job: Job) => boolean): Job[] {
    const taken = [...this.#unkeyed.withdraw(matches), ...this.#exclusive.withdraw(matches)]
    for (const [key, state] of this.#keys) {
      const { true: matching = [], false: others = [] } = Object.groupBy(
        state.jobs,
        (job) => `${matches(job)}`,
      )
      taken.push(...matching)
      state.jobs = others
      this.#updateKey(key)
    }
    this.#waiting -= taken.length
    return taken
  }

  #takeKeyed(): Job | null {
    const key = this.#ready.values().next().value
    const state = key === undefined ? undefined : this.#keys.get(key)
    if (key === undefined || state === undefined) return null
    const job = state.jobs.shift() as Job
    state.active += 1
    this.#ready.delete(key)
    this.#updateKey(key)
    return job
  }

  #postpone(key: string, state: KeyState, postponeMs: number): void {
    const ms = Math.min(Math.max(postponeMs, MIN_MS), MAX_TIMER_MS)
    const until = performance.now() + ms
    const isPostponed = state.postponedUntil > performance.now()
    state.postponedUntil = isPostponed ? Math.min(state.postponedUntil, until) : until
    setTimeout(() => {
      this.#updateKey(key)
      this.#wake()
    }, ms + 1).unref()
  }

  /** Updates whether a job of the key may start, and forgets a key that has no jobs. */
  #updateKey(key: string): void {
    const state = this.#keys.get(key)
    if (state === undefined) return
    const isDue = state.postponedUntil <= performance.now()
    if (isDue && state.jobs.length > 0 && state.active < this.#limits.perKey) this.#ready.add(key)
    else this.#ready.delete(key)
    if (isDue && state.jobs.length === 0 && state.active === 0) this.#keys.delete(key)
  }
}
