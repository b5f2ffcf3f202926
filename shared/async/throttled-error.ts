/**
 * The work has no permit now. It is started again from the beginning after `retryAfterMs`, without a slot meanwhile and at
 * the head of its key's queue. Unlike `RetryAfterError` it counts as no attempt: it may happen any number of times.
 */
export class ThrottledError extends Error {
  readonly retryAfterMs: number
  /**
   * The host group (`HostGroups`), or the single host, whose permit the work waits for. Work that waits for another group
   * than its own lets the other work of its key run. Null = unknown.
   */
  readonly hostGroup: string | null

  constructor(retryAfterMs: number, hostGroup: string | null = null) {
    super(`throttled: to be tried again in ${retryAfterMs} ms`)
    this.name = 'ThrottledError'
    this.retryAfterMs = retryAfterMs
    this.hostGroup = hostGroup
  }
}
