import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'

/** Decisions section 14. */
export const batchStates = ['running', 'paused', 'cancelled', 'finished'] as const
export type BatchState = (typeof batchStates)[number]

/** `accepted` = waiting + running + done + failed, but for what a cancel or a crawl's limit took away. */
export interface BatchCounts {
  readonly accepted: number
  readonly rejected: number
  readonly waiting: number
  readonly running: number
  readonly done: number
  readonly failed: number
}

/** A line of the submission that was not accepted; `line` counts from 1, and is 0 for a sitemap or an entry of one. */
export interface RejectedLine {
  readonly line: number
  readonly reason: string
}

/** What a batch asks of one host; of a crawl, what only finds links counts, too. */
export interface HostQueue {
  readonly host: string
  readonly waiting: number
  readonly running: number
}

/** A batch as it stands in a list. */
export interface BatchSummary {
  readonly id: string
  readonly state: BatchState
  readonly counts: BatchCounts
  /** RFC 3339. */
  readonly createdAt: string
  readonly finishedAt: string | null
}

export interface BatchStatus extends BatchSummary {
  /** The first 100. */
  readonly rejected: readonly RejectedLine[]
  /** Where they were asked for: the hosts with most waiting, ties by name. */
  readonly hosts?: readonly HostQueue[]
}

export const crawlScopes = ['host', 'domain', 'prefix'] as const

/** Which links of a page a crawl follows. */
export interface CrawlRules {
  /** Same host as a start page, same registrable domain, or same origin and path prefix (up to the last slash). */
  readonly scope: (typeof crawlScopes)[number]
  /** Start pages have depth 0; null = any. */
  readonly maxDepth: number | null
  readonly maxPages: number
  /** From the batch's creation on; null = no limit. */
  readonly maxMinutes: number | null
  /** URL patterns; with any `include`, one of them has to match. `exclude` wins. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** What is asked for; the URLs come apart. */
export interface NewBatch {
  readonly operation: InspectionRequested['operation']
  /** Of the operation, without `url`: what a line does not say itself. Checked, not yet filled up with defaults. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Follow the links of the pages; null = no. */
  readonly crawl: CrawlRules | null
  /** Sitemaps (or indexes of sitemaps) whose entries are lines, too. */
  readonly sitemaps: readonly string[]
  /** Whose batch it is; null = everybody's. */
  readonly owner: string | null
  /** What entries of sitemaps count against; absent: nothing. All else is counted before the batch is taken. */
  readonly quota?: ItemQuota
}

/** A key's daily number of batch items. */
export interface ItemQuota {
  /** Id of the key. */
  readonly key: string
  /** Items a UTC day. */
  readonly limit: number
}

/** A batch and who asks for it. To any but its owner there is no such batch, unless it is everybody's. */
export interface OwnedBatchId {
  readonly id: string
  readonly owner: string
}

/** Which batches are listed: those that there are for this owner. */
export interface BatchListing {
  readonly owner: string
  /** Null = any. */
  readonly state: BatchState | null
  /** Batches of a page; 1 at least. */
  readonly limit: number
  /** The `next` of the page before; null = from the newest on. */
  readonly after: number | null
}

export interface BatchPage {
  /** Newest first. */
  readonly batches: readonly BatchSummary[]
  /** Where the next page goes on; null = there are no more. */
  readonly next: number | null
}

/** How results are read. */
export interface ResultsQuery {
  /** Lines with a running number above this one. */
  readonly after: number
  /** Stay until the batch has ended, and give lines as they come. */
  readonly isFollowing: boolean
  readonly signal: AbortSignal
}

/**
 * What the batch part offers to the gateway. Methods reject with a Failure `SERVICE_UNAVAILABLE` when it is away or its
 * disk is full; null = there is no such batch.
 */
export interface Batches {
  /**
   * Takes a batch: `body` is NDJSON, a URL, a JSON string or a JSON object `{"url", …parameters}` a line, in pieces of
   * any size. Resolves once all lines are stored and survive a crash; a batch whose body ends early (`body` throws, the
   * signal is aborted, the process dies) never was: nothing of it runs. A line that is wrong is rejected with its
   * number, and the rest is taken.
   */
  submit(batch: NewBatch, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<BatchStatus>
  /** With up to `hosts` hosts, where any are asked for. */
  status(batch: OwnedBatchId, hosts?: number): Promise<BatchStatus | null>
  /**
   * Batches that come meanwhile, or are forgotten, move no other to another page: one that is there all the while, and
   * keeps its state where one is asked for, comes once.
   */
  list(listing: BatchListing): Promise<BatchPage>
  pause(batch: OwnedBatchId): Promise<BatchStatus | null>
  resume(batch: OwnedBatchId): Promise<BatchStatus | null>
  /** What waits is dropped; what runs ends, and its results still come. */
  cancel(batch: OwnedBatchId): Promise<BatchStatus | null>
  /** Lines of NDJSON in order of completion, in pieces of any size that are whole lines together. */
  results(batch: OwnedBatchId, reading: ResultsQuery): Promise<AsyncIterable<Uint8Array> | null>
  ping(): Promise<void>
  close(): void
}
