import { unavailable } from '#shared/errors.ts'

export interface MemoryBudgetOptions {
  /** Bytes that all may hold together. */
  readonly maxBytes: number
  /** The part of it that one tenant may hold, from 0 to 1. */
  readonly tenantShare: number
  /** Milliseconds that one may wait for more. */
  readonly waitMs: number
  /** Of one tenant, at a time: each keeps a slot of its stage meanwhile. */
  readonly maxWaiting: number
}

/** What one piece of work holds of the budget. */
export interface MemoryReservation {
  /**
   * Holds so many bytes in all, more or fewer than before. Null when it does so at once; else the promise of it, which
   * rejects with `SERVICE_UNAVAILABLE` when there is no room in time, or when it was released. Asked one at a time.
   */
  resize(bytes: number): Promise<void> | null
  /** Gives back all; may be called again. */
  release(): void
}

export interface MemoryBudget {
  /** Begins with nothing. `tenant` is whose work it is for; work without one has a share of its own. */
  open(tenant: string | undefined): MemoryReservation
}

/** Bytes of each holding that are not counted: how many there are is bounded by the slots of the stages. */
const UNCOUNTED_BYTES = 256 * 1024
/** Held in steps, so that few chunks of a body have to ask. */
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

/**
 * The memory that bodies take in this process. Of those who wait, who began first is served first. Nobody waits for ever:
 * where all who hold something wait, the last to begin gives up, and one who is alone goes on however much it wants.
 */
export function makeMemoryBudget(options: MemoryBudgetOptions): MemoryBudget {
  const reservations = new Reservations(options)
  return {
    open(tenant = NO_TENANT) {
      const entry: Reservation = { tenant, held: 0, waiter: null }
      return {
        resize: (bytes) => reservations.resize(entry, countedBytes(bytes)),
        release: () => reservations.release(entry),
      }
    },
  }
}

/** What so many bytes of a body count as. */
export function countedBytes(bytes: number): number {
  return Math.ceil(Math.max(0, bytes - UNCOUNTED_BYTES) / STEP_BYTES) * STEP_BYTES
}

class Reservations {
  readonly #options: MemoryBudgetOptions
  /** Who holds something or waits, in the order they began to. */
  readonly #entries = new Set<Reservation>()

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
  }

  resize(entry: Reservation, wanted: number): Promise<void> | null {
    if (wanted === entry.held) return null
    this.#entries.add(entry)
    if (wanted < entry.held || this.#mayHold(entry, wanted)) {
      this.#set(entry, wanted)
      return null
    }
    const waiting = this.#wait(entry, wanted)
    this.#settle()
    return waiting
  }

  release(entry: Reservation): void {
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
    const timer = setTimeout(() => this.release(entry), this.#options.waitMs).unref()
    entry.waiter = { wanted, resolve, reject }
    return promise.finally(() => clearTimeout(timer))
  }

  /** Serves all who can be, then lets go those who stand in each other's way, until nothing changes. */
  #settle(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next()
  }

  #next(): (() => void) | undefined {
    const waiting = [...this.#entries].filter(({ waiter }) => waiter !== null)
    const served = waiting.find((entry) => this.#mayHold(entry, entry.waiter?.wanted ?? 0))
    if (served !== undefined) return () => this.#serve(served)
    const losing = waiting.map((entry) => this.#loserBeside(entry)).find((entry) => entry !== null)
    return losing && (() => this.release(losing))
  }

  #serve(entry: Reservation): void {
    const { waiter } = entry
    Object.assign(entry, { held: waiter?.wanted ?? 0, waiter: null })
    waiter?.resolve()
  }

  #mayHold(entry: Reservation, wanted: number): boolean {
    return this.#limits(entry).every((limit) => fits(limit, entry, wanted))
  }

  /** Who has to give up, so that the waiting are not too many and do not wait for each other; null = nobody. */
  #loserBeside(entry: Reservation): Reservation | null {
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
