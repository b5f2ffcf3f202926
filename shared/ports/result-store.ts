/**
 * A shared, expiring key-value store with wake-ups: a view of the log, never the truth. Every method rejects with a
 * Failure `SERVICE_UNAVAILABLE` when the store doesn't answer within its command timeout (under 1 s).
 * Keys are `kind:id`. Values are strings (JSON mostly). A TTL is in whole seconds, at least 1; null = kept for ever.
 */
export interface KeyValues extends GroupedValues {
  get(key: string): Promise<string | null>
  /** The values of many keys in one round trip, in their order. */
  getMany(keys: readonly string[]): Promise<(string | null)[]>
  set(key: string, value: string, ttlSeconds: number | null): Promise<void>
  /**
   * Writes the value unless the key exists; answers what is stored afterwards: `value` itself for the first, the
   * first one's value for all later callers. Atomic across processes.
   */
  claim(key: string, value: string, ttlSeconds: number | null): Promise<string>
  delete(key: string): Promise<void>
  /** Adds `by` to a counter (missing = 0) and answers the sum; the TTL is set by whoever creates the key. Atomic. */
  increment(key: string, by: number, ttlSeconds: number): Promise<number>
  /** Adds a member to the set at `key`, which is kept for ever. The key is that of no value. */
  addMember(key: string, member: string): Promise<void>
  /** The members of a set, each once, in no order. For sets that are read whole: ids of clients' keys. */
  members(key: string): Promise<string[]>
  /** All live entries whose key starts with `prefix`. Redis looks at every key it has for that: not for what is usual. */
  entries(prefix: string): Promise<[key: string, value: string][]>
}

/**
 * Short texts, up to 64 bytes, by group (`kind:id`) and name: a group of up to 128 takes little more memory than its texts. A
 * group is forgotten as a whole, when the TTLs of all that was written are over.
 */
export interface GroupedValues {
  getIn(group: string, name: string): Promise<string | null>
  setIn(group: string, name: string, value: string, ttlSeconds: number): Promise<void>
  /** As `claim` does. */
  claimIn(group: string, name: string, value: string, ttlSeconds: number): Promise<string>
}

/** What came of asking for a turn: it is the holder's now, somebody else has it, or it rests for that long (at least 1 ms). */
export type LeaseResult = 'mine' | 'held' | { readonly restMs: number }

/**
 * Turns that processes take with one another, timed by the store's own clock. Times are whole milliseconds, holders are
 * not empty. Every method is atomic across processes.
 */
export interface Leases {
  /** Takes the turn at `key` for `ttlMs` (at least 1), or renews it when `holder` has it. */
  acquireLease(key: string, holder: string, ttlMs: number): Promise<LeaseResult>
  /**
   * Gives the turn back: nobody can take it for `restMs`, 0 = at once. Answers whether `holder` had it (it changes
   * nothing otherwise).
   */
  releaseLease(key: string, holder: string, restMs: number): Promise<boolean>
}

/** A permit that its holder needs no more: it is free after `restMs`, 0 = at once. */
export interface ReleasedPermit {
  readonly holder: string
  readonly restMs: number
}

export interface PermitRequest {
  /** Permits that are taken or rest at a time: at least 1. */
  readonly limit: number
  /** How long the permit lasts unless it is renewed: at least 1. */
  readonly ttlMs: number
  /** Given back before, in the same step. */
  readonly ended: readonly ReleasedPermit[]
}

/**
 * Counting semaphores over all processes, timed by the store's own clock. Times are whole milliseconds, holders are not
 * empty. Every method is atomic across processes.
 */
export interface Permits {
  /**
   * Takes one of the permits at `key`, or renews the one that `holder` has. Answers whether it is the holder's now, and how
   * many are taken or rest.
   */
  acquirePermit(
    key: string,
    holder: string,
    request: PermitRequest,
  ): Promise<{ readonly isMine: boolean; readonly taken: number }>
  /** What is not held any more is left out. */
  releasePermits(key: string, ended: readonly ReleasedPermit[]): Promise<void>
}

/** At-most-once messages to whoever listens right now, in this process or another. */
export interface Wakeups {
  wake(channel: string, message: string): Promise<void>
  /** Listens until the returned function is called; survives reconnects. `onGap` is told when messages may have been missed. */
  listen(
    channel: string,
    onMessage: (message: string) => void,
    onGap: () => void,
  ): Promise<() => Promise<void>>
}

/** The one clock that all processes share. */
export interface StoreClock {
  /** Milliseconds since the epoch by the store's own clock, fractions included. */
  now(): Promise<number>
}

export interface ResultStore extends KeyValues, Leases, Permits, StoreClock, Wakeups {
  ping(): Promise<void>
  close(): Promise<void>
}
