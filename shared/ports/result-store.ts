/**
 * A shared key-value store with TTLs. It is a view of the log, never the source of truth. Every method rejects with a
 * Failure `SERVICE_UNAVAILABLE` when the store does not answer within its command timeout (under 1 s).
 * Keys have the form `kind:id`. Values are strings (mostly JSON). A TTL is in whole seconds, at least 1; null = no expiry.
 */
export interface KeyValues extends GroupedValues {
  get(key: string): Promise<string | null>
  /** The values of many keys in one round trip, in their order. */
  getMany(keys: readonly string[]): Promise<(string | null)[]>
  set(key: string, value: string, ttlSeconds: number | null): Promise<void>
  /**
   * Writes the value unless the key exists, and answers the stored value: `value` for the first caller, the first caller's
   * value for all later ones. Atomic across processes.
   */
  claim(key: string, value: string, ttlSeconds: number | null): Promise<string>
  /** Writes the value only while the stored one is `expected`. Answers whether it was. Atomic across processes. */
  compareAndSet(key: string, expected: string, value: string, ttlSeconds: number): Promise<boolean>
  delete(key: string): Promise<void>
  /** Deletes the key only while the stored value is one of `expected`. Answers whether it was. Atomic across processes. */
  compareAndDelete(key: string, ...expected: readonly string[]): Promise<boolean>
  /** Adds `by` to a counter (missing = 0) and answers the sum. The TTL is set when the key is created. Atomic. */
  increment(key: string, by: number, ttlSeconds: number): Promise<number>
  /** Adds a member to the set at `key`. Sets do not expire. A key holds a set or a value, not both. */
  addMember(key: string, member: string): Promise<void>
  /** The members of a set, in no order. Meant for small sets that are read whole (ids of API keys). */
  members(key: string): Promise<string[]>
  /** All entries whose key starts with `prefix`. Redis scans all its keys for it: not for frequent use. */
  entries(prefix: string): Promise<[key: string, value: string][]>
}

/** A member of a group that has ended, and the names of its texts that go. */
export interface EndedMember {
  readonly group: string
  /** Its number: from 0 to 127. */
  readonly member: number
  readonly names: readonly string[]
}

/**
 * Texts by group (`kind:id`) and name. A name begins with the number of its member, from 0 to 127: `7`, `7.lease`. A group of
 * short texts (up to 64 bytes) takes little more memory than the texts. A group expires as a whole, with the latest TTL of its
 * writes. Once a member has ended, nothing can be claimed for it: a group that remembers only that takes 2 bytes a member.
 */
export interface GroupedValues {
  getIn(group: string, name: string): Promise<string | null>
  setIn(group: string, name: string, value: string, ttlSeconds: number): Promise<void>
  /** As `claim` does; null = the member has ended, and nothing was written. */
  claimIn(group: string, name: string, value: string, ttlSeconds: number): Promise<string | null>
  /** Ends members and removes their texts of these names. Atomic for each group. */
  endIn(ended: readonly EndedMember[], ttlSeconds: number): Promise<void>
  hasEndedIn(group: string, member: number): Promise<boolean>
  /** Takes back the end of a member. */
  reopenIn(group: string, member: number, ttlSeconds: number): Promise<void>
}

/** How long a notice counts, and how many others there may be. */
export interface NoticeBounds {
  /** Milliseconds after which the notice is gone unless its member posts again; at least 1. */
  readonly ttlMs: number
  /** Members that may have a notice on the board; at least 1. */
  readonly most: number
}

/**
 * Boards (`kind:id`) with a notice (a text of up to some KB) of each member, timed by the store's clock. Meant for boards
 * that are read whole. A key holds a board or something else, not both.
 */
export interface Notices {
  /**
   * Posts the member's notice in place of its last one. Answers false, and posts nothing, when the board is full of notices
   * of others. Atomic across processes.
   */
  postNotice(board: string, member: string, text: string, bounds: NoticeBounds): Promise<boolean>
  /** The notices that count, with their members, in no order: one command. */
  notices(board: string): Promise<[member: string, text: string][]>
  /** Removes the member's notice; ignores one that is gone. */
  removeNotice(board: string, member: string): Promise<void>
}

/** Bounds of a list of recent texts. */
export interface RecentBounds {
  /** Texts that the list keeps, at least 1: the newest. */
  readonly keep: number
  /** The list is gone this many seconds after the last text was added; each text lives at least as long while it is kept. */
  readonly ttlSeconds: number
}

/** A text of a list. */
export interface RecentText {
  /** Grows with each text of the list: a positive safe integer. */
  readonly position: number
  /** When the text was added, in milliseconds since the epoch by the store's clock. */
  readonly at: number
  readonly text: string
}

/** Lists (`kind:id`) of short texts, which keep the newest. A key holds a list or something else, not both. */
export interface RecentTexts {
  /** Adds a text as the newest. Atomic across processes. */
  addRecent(list: string, text: string, bounds: RecentBounds): Promise<void>
  /** Up to `count` texts before a position, newest first; null = from the newest. */
  recent(list: string, before: number | null, count: number): Promise<RecentText[]>
}

/** The result of a lease: `mine`; `held` by another holder; or in a cooldown of `restMs` (at least 1 ms). */
export type LeaseResult = 'mine' | 'held' | { readonly restMs: number }

/**
 * Exclusive leases with a cooldown, timed by the store's clock. Times are whole milliseconds; holders are not empty. Every
 * method is atomic across processes.
 */
export interface Leases {
  /** Acquires the lease at `key` for `ttlMs` (at least 1), or renews it when `holder` has it. */
  acquireLease(key: string, holder: string, ttlMs: number): Promise<LeaseResult>
  /**
   * Releases the lease: it can be acquired again after the cooldown `restMs`; 0 = at once. Answers whether `holder` had
   * it; otherwise nothing changes.
   */
  releaseLease(key: string, holder: string, restMs: number): Promise<boolean>
}

export interface PermitRequest {
  /** Maximum permits that are taken; at least 1. */
  readonly limit: number
  /** Milliseconds after which the permit expires unless it is renewed; at least 1. */
  readonly ttlMs: number
  /** Holders whose permits to release first, in the same command. */
  readonly ended: readonly string[]
}

/**
 * Counting semaphores over all processes, timed by the store's clock. Times are whole milliseconds; holders are not empty.
 * Every method is atomic across processes.
 */
export interface Permits {
  /** Acquires a permit at `key`, or renews that of `holder`. Answers whether the holder has one, and how many are taken. */
  acquirePermit(
    key: string,
    holder: string,
    request: PermitRequest,
  ): Promise<{ readonly isMine: boolean; readonly taken: number }>
  /** Releases the permits of holders; those that have expired are ignored. */
  releasePermits(key: string, ended: readonly string[]): Promise<void>
}

/** Publish/subscribe with at-most-once delivery to current listeners, in this process or another. */
export interface Wakeups {
  wake(channel: string, message: string): Promise<void>
  /** Listens until the returned function is called, also after reconnects. `onGap`: messages may have been missed. */
  listen(
    channel: string,
    onMessage: (message: string) => void,
    onGap: () => void,
  ): Promise<() => Promise<void>>
}

/** The clock that all processes share. */
export interface StoreClock {
  /** Milliseconds since the epoch by the store's clock, with fractions. */
  now(): Promise<number>
}

export interface ResultStore extends KeyValues, Notices, RecentTexts, Leases, Permits, StoreClock, Wakeups {
  ping(): Promise<void>
  close(): Promise<void>
}
