/** Why the pages of a host wait, the most specific reason: infra/docs/contract.md#pace. */
export const waitReasons = [
  'retry_after',
  'crawl_delay',
  'delay',
  'status_503',
  'status_429',
  'failures',
  'robots_unavailable',
] as const
export type WaitReason = (typeof waitReasons)[number]

/** What the pages of a host wait for. */
export interface BatchWait {
  readonly host: string
  /** RFC 3339. With a delay: the next request is sent by then. */
  readonly until: string
  readonly reason: WaitReason
  /** The URL of the batch whose response is the reason; null = none, or one of another batch. */
  readonly url: string | null
  /** The status of that response, whosever it was. */
  readonly status: number | null
  /** The time between two requests to the host, with `crawl_delay` and `delay`. */
  readonly delayMs: number | null
}

/** How fast a batch is, and why it is not faster. */
export interface BatchPace {
  /** Results in a second: of the last minute, or since the start. */
  readonly pagesPerSecond: number
  /** Of the items that are known now; null = it cannot be told. */
  readonly etaSeconds: number | null
  readonly waits: readonly BatchWait[]
}
