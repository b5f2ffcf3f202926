import { FairQueue, type OfTenant } from '#shared/async/fair-queue.ts'
import { TenantShares } from './tenant-shares.ts'

/** Calls that wait for a thread of a pool, in the order in which they may start. */
export class CallQueue<Call extends OfTenant> {
  readonly #urgent = new FairQueue<Call>()
  readonly #others = new FairQueue<Call>()
  readonly #waiting = new Set<Call>()
  readonly #shares: TenantShares

  readonly #onRested: () => void

  /**
   * `threads`: how many the pool has; `timeoutMs`: the time limit of a call, also the time of a tenant's first rest, in
   * milliseconds; `onRested` is called when a tenant's rest is over.
   */
  constructor({ threads, timeoutMs }: { threads: number; timeoutMs: number }, onRested: () => void) {
    this.#shares = new TenantShares({ threads, restMs: timeoutMs })
    this.#onRested = onRested
  }

  get hasAny(): boolean {
    return this.#waiting.size > 0
  }

  add(call: Call, isUrgent: boolean): void {
    const queue = isUrgent ? this.#urgent : this.#others
    queue.add(call)
    this.#waiting.add(call)
  }

  /** Removes the next call of a tenant that may use one more thread, which counts as started; null when there is none. */
  start(): Call | null {
    const call = this.#take((tenant) => this.#shares.mayStart(tenant, this.#hasOtherThan(tenant)))
    if (call !== null) this.#shares.start(call.tenant)
    return call
  }

  /** A started call of the tenant has ended after `ms` milliseconds; null: it exceeded a budget. */
  end(tenant: string | null, ms: number | null): void {
    this.#shares.end(tenant, ms)
    if (ms === null) this.#awaitRest(tenant)
  }

  /** A timer may fire early by the clock of the rest. */
  #awaitRest(tenant: string | null): void {
    const restMs = this.#shares.restOf(tenant)
    if (restMs > 0) setTimeout(() => this.#awaitRest(tenant), restMs + 1).unref()
    else this.#onRested()
  }

  /** Removes the next call, whoever it is for. */
  takeAny(): Call | null {
    return this.#take(() => true)
  }

  /** Removes a call that may have been taken. */
  drop(call: Call): void {
    if (!this.#waiting.delete(call)) return
    for (const queue of [this.#urgent, this.#others]) queue.withdraw((one) => one === call)
  }

  #take(mayStart: (tenant: string | null) => boolean): Call | null {
    const call = this.#urgent.take(mayStart) ?? this.#others.take(mayStart)
    if (call !== null) this.#waiting.delete(call)
    return call
  }

  #hasOtherThan(tenant: string | null): boolean {
    return this.#urgent.hasOtherThan(tenant) || this.#others.hasOtherThan(tenant)
  }
}
