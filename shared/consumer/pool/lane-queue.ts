import { makeFairQueue } from '#shared/consumer/pool/fair-queue.ts'
import type { ConcurrencyLimits, Job, RunResult } from '#shared/consumer/pool/job.ts'

interface KeyState {
  jobs: Job[]
  active: number
  postponedUntil: number
}

/** Timers count whole milliseconds, in 31 bits. */
const LEAST_MS = 1
const MAX_TIMER_MS = 2 ** 31 - 2

/** The waiting jobs of a lane, first in first out; keys and tenants take turns, so that the many jobs of one hold up no other. */
export class LaneQueue {
  readonly #manners: ConcurrencyLimits
  readonly #wake: () => void
  readonly #keys = new Map<string, KeyState>()
  /** Keys that have a job which may start, in turn. */
  readonly #ready = new Set<string>()
  /** Jobs without key. */
  readonly #free = makeFairQueue()
  /** Jobs without key that are to be alone. */
  readonly #alone = makeFairQueue()
  /** Jobs without key that run, by tenant. */
  readonly #running = new Map<string | null, number>()
  #waiting = 0

  /** `wake` is called when a resting key may go on. */
  constructor(limits: ConcurrencyLimits, wake: () => void) {
    this.#manners = limits
    this.#wake = wake
  }

  get waiting(): number {
    return this.#waiting
  }

  add(job: Job): void {
    this.#waiting += 1
    if (job.key === null) {
      ;(job.isExclusive ? this.#alone : this.#free).add(job)
      return
    }
    const state = this.#keys.get(job.key) ?? { jobs: [], active: 0, postponedUntil: 0 }
    this.#keys.set(job.key, state)
    state.jobs.push(job)
    this.#refresh(job.key)
  }

  /** The next job that is to be alone. */
  takeExclusive(): Job | null {
    const job = this.#alone.take(() => true)
    if (job !== null) this.#waiting -= 1
    return job
  }

  /** The next job that may start now beside others. */
  take(): Job | null {
    const job = this.#takeFree() ?? this.#takeKeyed()
    if (job !== null) this.#waiting -= 1
    return job
  }

  #takeFree(): Job | null {
    const { perTenant = Number.POSITIVE_INFINITY } = this.#manners
    const job = this.#free.take((tenant) => (this.#running.get(tenant) ?? 0) < perTenant)
    if (job !== null) this.#count(job.tenant, 1)
    return job
  }

  #count(tenant: string | null, more: number): void {
    const count = (this.#running.get(tenant) ?? 0) + more
    if (count === 0) this.#running.delete(tenant)
    else this.#running.set(tenant, count)
  }

  /** A job that was taken is over, or comes back until its turn comes. */
  release(job: Job, run: RunResult): void {
    const { key } = job
    if (key === null && !job.isExclusive) this.#count(job.tenant, -1)
    const state = key === null ? undefined : this.#keys.get(key)
    if (key === null || state === undefined) return
    state.active -= 1
    if (run !== 'over') {
      state.jobs.unshift(job)
      this.#waiting += 1
      this.#rest(key, state, run.postponeMs)
    }
    this.#refresh(key)
  }

  /** Takes back the waiting jobs for which `matches` holds; it is asked once for each, in their order. */
  withdraw(matches: (job: Job) => boolean): Job[] {
    const taken = [...this.#free.withdraw(matches), ...this.#alone.withdraw(matches)]
    for (const [key, state] of this.#keys) {
      const { true: matching = [], false: others = [] } = Object.groupBy(
        state.jobs,
        (job) => `${matches(job)}`,
      )
      taken.push(...matching)
      state.jobs = others
      this.#refresh(key)
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
    this.#refresh(key)
    return job
  }

  #rest(key: string, state: KeyState, postponeMs: number): void {
    const ms = Math.min(Math.max(postponeMs, LEAST_MS), MAX_TIMER_MS)
    const until = performance.now() + ms
    const isPostponed = state.postponedUntil > performance.now()
    state.postponedUntil = isPostponed ? Math.min(state.postponedUntil, until) : until
    setTimeout(() => {
      this.#refresh(key)
      this.#wake()
    }, ms + 1).unref()
  }

  /** Keeps what is known of a key true: whether a job of it may start, whether it is worth remembering. */
  #refresh(key: string): void {
    const state = this.#keys.get(key)
    if (state === undefined) return
    const isDue = state.postponedUntil <= performance.now()
    if (isDue && state.jobs.length > 0 && state.active < this.#manners.perKey) this.#ready.add(key)
    else this.#ready.delete(key)
    if (isDue && state.jobs.length === 0 && state.active === 0) this.#keys.delete(key)
  }
}
