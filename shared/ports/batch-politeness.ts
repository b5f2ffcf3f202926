/** Bounds of what a batch may ask for, whatever the installation allows. */
export const politenessLimits = { delayMs: 60_000, concurrency: 64 } as const

/** How the requests of a batch treat each host: infra/docs/batches.md#manners. Null = as the installation sets it. */
export interface BatchPoliteness {
  /** The least time between two requests to a host, in milliseconds. */
  readonly delayMs: number | null
  /** Requests to a host at a time. */
  readonly concurrency: number | null
  /** The key may go beyond the bounds of the installation: these values take the place of its own. */
  readonly isUnthrottled: boolean
}
