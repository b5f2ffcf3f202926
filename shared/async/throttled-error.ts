/**
 * Work whose turn has not come: it rests for `inMs` without holding a slot, before others of its key, and is begun
 * again from the start. Unlike RetryAfterError this is no try: it happens as often as it has to.
 */
export class ThrottledError extends Error {
  readonly retryAfterMs: number
  /** Whose turn it is, a unit as `HostGroups` has it, or one host of it: that of others does not hold up the work's own. Null = not known. */
  readonly hostGroup: string | null

  constructor(retryAfterMs: number, hostGroup: string | null = null) {
    super(`its turn comes in ${retryAfterMs} ms`)
    this.name = 'ThrottledError'
    this.retryAfterMs = retryAfterMs
    this.hostGroup = hostGroup
  }
}
