import { LRUCache } from 'lru-cache'

/** Calls after which a tenant is known, and the average time of one up to which it is quick, in milliseconds. */
const KNOWN_AFTER = 8
const QUICK_MS = 300
/** Weight of the last call in the average. */
const LAST_WEIGHT = 0.25
/** The longest rest, in milliseconds. */
const MAX_REST_MS = 60_000
/** Tenants that are remembered; those that were used last. */
const MAX_TENANTS = 10_000

interface TenantRecord {
  /** Ended calls since the last one that exceeded a budget. */
  readonly ended: number
  readonly averageMs: number
  /** Calls in a row that exceeded a budget, less one for each `KNOWN_AFTER` others since. */
  readonly exceeded: number
  /** Time on the clock. */
  readonly restsUntil: number
}

const unknown: TenantRecord = { ended: 0, averageMs: 0, exceeded: 0, restsUntil: 0 }

/** Options of `TenantShares`. */
export interface SharesOptions {
  readonly threads: number
  /** Time of the first rest in milliseconds. Each further one takes twice as long. */
  readonly restMs: number
}

/**
 * How many threads of a pool a tenant may use. While others wait, and as long as its calls are not known to be quick, one
 * thread is left to others. A tenant whose call exceeded a budget rests: it waits for all others, and leaves them a thread.
 */
export class TenantShares {
  readonly #options: SharesOptions
  readonly #records = new LRUCache<string, TenantRecord>({ max: MAX_TENANTS })
  readonly #running = new Map<string | null, number>()

  constructor(options: SharesOptions) {
    this.#options = options
  }

  /** Whether one more call of the tenant may start. */
  mayStart(tenant: string | null, doOthersWait: boolean): boolean {
    return (this.#running.get(tenant) ?? 0) < this.#mostOf(tenant, doOthersWait)
  }

  #mostOf(tenant: string | null, doOthersWait: boolean): number {
    const { threads } = this.#options
    if (this.restOf(tenant) > 0) return doOthersWait ? 0 : threads - 1
    return doOthersWait || !this.#isQuick(tenant) ? Math.max(1, threads - 1) : threads
  }

  /** Milliseconds until the tenant's rest is over; 0 = it does not rest. */
  restOf(tenant: string | null): number {
    return Math.max(0, this.#recordOf(tenant).restsUntil - performance.now())
  }

  start(tenant: string | null): void {
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1)
  }

  /** `ms`: how long the call took; null when it exceeded a budget. */
  end(tenant: string | null, ms: number | null): void {
    const running = (this.#running.get(tenant) ?? 1) - 1
    if (running === 0) this.#running.delete(tenant)
    else this.#running.set(tenant, running)
    const record = this.#recordOf(tenant)
    this.#records.set(nameOf(tenant), ms === null ? this.#afterExceeding(record) : afterCall(record, ms))
  }

  #afterExceeding({ exceeded }: TenantRecord): TenantRecord {
    const restMs = Math.min(MAX_REST_MS, this.#options.restMs * 2 ** exceeded)
    return { ...unknown, exceeded: exceeded + 1, restsUntil: performance.now() + restMs }
  }

  #isQuick(tenant: string | null): boolean {
    const { ended, averageMs } = this.#recordOf(tenant)
    return ended >= KNOWN_AFTER && averageMs <= QUICK_MS
  }

  #recordOf(tenant: string | null): TenantRecord {
    return this.#records.get(nameOf(tenant)) ?? unknown
  }
}

function afterCall(record: TenantRecord, ms: number): TenantRecord {
  const ended = record.ended + 1
  const averageMs = ended === 1 ? ms : record.averageMs * (1 - LAST_WEIGHT) + ms * LAST_WEIGHT
  const isForgiven = ended % KNOWN_AFTER === 0
  return { ...record, ended, averageMs, exceeded: Math.max(0, record.exceeded - (isForgiven ? 1 : 0)) }
}

/** Work without a tenant is that of one. */
function nameOf(tenant: string | null): string {
  return tenant ?? ''
}
