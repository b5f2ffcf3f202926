import type { SiteStore } from '../../site/finish/site-store.ts'

/** What a process has of the sites of crawls whose home is a shard that it owns. */
export interface OwnedSite {
  readonly shard: number
  /** The shard's file. */
  readonly path: string
  readonly sites: SiteStore
  /** Aborts when the process loses the shard, before the file is closed. */
  readonly lost: AbortSignal
}
