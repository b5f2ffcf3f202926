import { unavailable } from '#shared/errors.ts'

export interface MemoryBudgetOptions {
  /** Bytes for all reservations. */
  readonly maxBytes: number
  /** Share (0-1) of the budget for one tenant. Default: `TENANT_MEMORY_SHARE`. */
  readonly tenantShare?: number
  /** Milliseconds that a reservation waits for more bytes. Default: 2000. */
  readonly waitMs?: number
  /** Waiting reservations of one tenant; each keeps a slot of its stage meanwhile. Default: 16. */
  readonly maxWaiting?: number
}

export const TENANT_MEMORY_SHARE = 0.5
const WAIT_MS = 2000
const MAX_WAITING = 16

/** The memory that one piece of work reserves. */
export interface MemoryReservation {
  /**
   * Changes the reservation to `bytes` in all. Null when it succeeds at once; otherwise a promise, which rejects with
   * `SERVICE_UNAVAILABLE` when the bytes are not free in time, or when the reservation is released. One call at a time.
   */
  resize(bytes: number): Promise<void> | null
  /** Releases the reservation; may be called again. */
  release(): void
}

/** Bytes of each reservation that are not counted: the slots of the stages already bound the number of reservations. */
const UNCOUNTED_BYTES = 256 * 1024
/** Reservations grow in steps, so that few chunks of a body change them. */
const STEP_BYTES = 1024 * 1024
const NO_TENANT = ''

interface Waiter {
  readonly wanted: number
  resolve(): void
  reject(reason: Error): void
}

interface Reservation {
  readonly tenant: string
  held: number
  waiter: Waiter | null
}

/** The counted bytes of a body of `bytes` bytes. */
export function countedBytes(bytes: number): number {
  return Math.ceil(Math.max(0, bytes - UNCOUNTED_BYTES) / STEP_BYTES) * STEP_BYTES
}

/**
 * A budget for the bodies in the memory of this process. Waiting reservations are served in the order of their start.
 * Deadlocks are resolved: where all reservations with bytes wait, the last one to start is aborted, and a reservation that
 * is alone may exceed the budget.
 */
export class MemoryBudget {
  readonly #options: Required<MemoryBudgetOptions>
  /** Reservations with bytes or that wait, in the order of their start. */
  readonly #entries = new Set<Reservation>()

  constructor(options: MemoryBudgetOptions) {
    this.#options = {
      ...{ tenantShare: TENANT_MEMORY_SHARE, waitMs: WAIT_MS, maxWaiting: MAX_WAITING },
      ...options,
    }
  }

  /** Opens a reservation of 0 bytes. Work without a tenant shares one tenant share. */
  readonly open = (tenant = NO_TENANT): MemoryReservation => {
    const entry: Reservation = { tenant, held: 0, waiter: null }
    return {
      resize: (bytes) => this.#resize(entry, countedBytes(bytes)),
      release: () => this.#release(entry),
    }
  }

  #resize(entry: Reservation, wanted: number): Promise<void> | null {
    if (wanted === entry.held) return null
    this.#entries.add(entry)
    if (wanted < entry.held || this.#hasRoom(entry, wanted)) {
      this.#set(entry, wanted)
      return null
    }
    const waiting = this.#wait(entry, wanted)
    this.#settle()
    return waiting
  }

  #release(entry: Reservation): void {
    const { waiter } = entry
    this.#entries.delete(entry)
    Object.assign(entry, { held: 0, waiter: null })
    waiter?.reject(unavailable('memory'))
    this.#settle()
  }

  #set(entry: Reservation, wanted: number): void {
    const isLess = wanted < entry.held
    entry.held = wanted
    if (wanted === 0) this.#entries.delete(entry)
    if (isLess) this.#settle()
  }

  #wait(entry: Reservation, wanted: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#release(entry), this.#options.waitMs).unref()
    entry.waiter = { wanted, resolve, reject }
    return promise.finally(() => clearTimeout(timer))
  }

  /** Serves all reservations that fit, then aborts those that block each other, until nothing changes. */
  #settle(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next()
  }

  #next(): (() => void) | undefined {
    const waiting = [...this.#entries].filter(({ waiter }) => waiter !== null)
    const served = waiting.find((entry) => this.#hasRoom(entry, entry.waiter?.wanted ?? 0))
    if (served !== undefined) return () => this.#serve(served)
    const losing = waiting.map((entry) => this.#abortCandidate(entry)).find((entry) => entry !== null)
    return losing && (() => this.#release(losing))
  }

  #serve(entry: Reservation): void {
    const { waiter } = entry
    Object.assign(entry, { held: waiter?.wanted ?? 0, waiter: null })
    waiter?.resolve()
  }

  #hasRoom(entry: Reservation, wanted: number): boolean {
    return this.#limits(entry).every((limit) => fits(limit, entry, wanted))
  }

  /** The reservation to abort, because too many wait or they wait for each other; null = none. */
  #abortCandidate(entry: Reservation): Reservation | null {
    const limits = this.#limits(entry)
    const waiting = limits[0].among.filter(({ waiter }) => waiter !== null)
    if (waiting.length > this.#options.maxWaiting) return waiting.at(-1) ?? null
    const stuck = limits.find(
      (limit) => !fits(limit, entry, entry.waiter?.wanted ?? 0) && areAllWaiting(limit),
    )
    return stuck?.among.filter(({ held }) => held > 0).at(-1) ?? null
  }

  #limits({ tenant }: Reservation): [Limit, Limit] {
    const { maxBytes, tenantShare } = this.#options
    const all = [...this.#entries]
    return [
      { among: all.filter((other) => other.tenant === tenant), maxBytes: maxBytes * tenantShare },
      { among: all, maxBytes },
    ]
  }
}

interface Limit {
  readonly among: readonly Reservation[]
  readonly maxBytes: number
}

function fits({ among, maxBytes }: Limit, entry: Reservation, wanted: number): boolean {
  const others = among.filter((other) => other !== entry && other.held > 0)
  return others.length === 0 || others.reduce((total, { held }) => total + held, wanted) <= maxBytes
}

function areAllWaiting({ among }: Limit): boolean {
  return among.every(({ held, waiter }) => held === 0 || waiter !== null)
}
