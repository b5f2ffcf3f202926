import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import type { CamelCased } from '#shared/operations/casing.ts'
import type { BatchBody, ListedBatchBody } from '#shared/operations/results/batch.ts'
import type { LinesPiece, StoredLines } from './batch-lines.ts'
import type { BatchPace } from './batch-pace.ts'
import type { BatchPoliteness } from './batch-politeness.ts'
import type { ItemQuota } from './item-quota.ts'

type Answer = CamelCased<BatchBody>

/** A batch in a list. */
export type BatchSummary = CamelCased<ListedBatchBody>
export type BatchState = Answer['state']
export type BatchSource = Answer['source']
/** `accepted` = waiting + running + done + failed, less the items that a cancel or a crawl's limit dropped. */
export type BatchCounts = Answer['counts']
/** A rejected line of the submission. `line` counts from 1; 0 = a sitemap or an entry of one. */
export type RejectedLine = Answer['rejected'][number]
/** The items of a batch for one host. */
export type HostQueue = Omit<NonNullable<Answer['hosts']>[number], 'state'>

export interface BatchStatus extends BatchSummary, Pick<Answer, 'rejected'> {
  /** Only on request: the hosts with the most waiting items, ties by name. */
  readonly hosts?: readonly HostQueue[]
  /** Absent after the end, and where it was not asked for. */
  readonly pace?: BatchPace
  readonly requested?: BatchRequested
}

/** Which links of a page a crawl follows. Crawls of former versions have no seeds. */
export type CrawlRules = Omit<NonNullable<Answer['crawl']>, 'seeds'> & { readonly seeds?: readonly string[] }

/** What a batch was asked for, to ask for it again. */
export type BatchRequested = Pick<NewBatch, 'parameters' | 'crawl' | 'politeness'>

/** The submission of a batch, without its lines. */
export interface NewBatch {
  readonly operation: InspectionRequested['operation']
  /** Parameters of the operation without `url`, for lines that do not set them. Validated, without defaults. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Which links of the pages are followed; null = none. */
  readonly crawl: CrawlRules | null
  /** Sitemaps (or sitemap indexes) whose entries become lines. */
  readonly sitemaps: readonly string[]
  /** The owner of the batch; null = it belongs to every owner. */
  readonly owner: string | null
  /** Absent = as the installation sets them. */
  readonly politeness?: BatchPoliteness
  /** What entries of sitemaps and lines of an open batch count against; absent = nothing. All others were counted before. */
  readonly quota?: ItemQuota
}

/** A batch id and the owner who asks. Another owner's batch does not exist for the caller. */
export interface OwnedBatchId {
  readonly id: string
  readonly owner: string
}

/** A page of the list of an owner's batches. */
export interface BatchListing {
  readonly owner: string
  /** Null = any. */
  readonly state: BatchState | null
  /** Batches a page; at least 1. */
  readonly limit: number
  /** `next` of the previous page; null = the first page. */
  readonly after: number | null
}

export interface BatchPage {
  /** Newest first. */
  readonly batches: readonly BatchSummary[]
  /** Cursor of the next page; null = this is the last one. */
  readonly next: number | null
}

/** Which results are read. */
export interface ResultsQuery {
  /** Only lines with a sequence number above this one. */
  readonly after: number
  /** Whether to wait for further lines until the batch has ended. */
  readonly isFollowing: boolean
  readonly signal: AbortSignal
}

/** Pages of a rule about pages that a report names where it names most. */
export const MOST_EXAMPLES = 120

/** What a report is compared with, and how much it names. */
export interface ReportQuery {
  /** An earlier batch of the same owner; null = none. */
  readonly compare: string | null
  /** `examples` of each rule about pages, at most `MOST_EXAMPLES`, as far as they fit. Absent: the ten of the JSON. */
  readonly examples?: number
  readonly signal: AbortSignal
}

/** Which pages are chosen, and in which order. All conditions must hold. */
export interface PageSelection {
  /** Id of a rule about pages or about the site: pages where it found something, each with that. Null = any page. */
  readonly rule: string | null
  /** Statuses (`404`) and classes of them (`4xx`); empty = any. */
  readonly statuses: readonly string[]
  readonly indexable: boolean | null
  /** Bounds of the score, both included. Null = none; with one, pages without a score are left out. */
  readonly minOverall: number | null
  readonly maxOverall: number | null
  /** A column of `SitePageRow`. Ties are in order of `n`, null comes last. */
  readonly sort: { readonly column: string; readonly isDescending: boolean }
}

/** Which rows of the pages are read. */
export interface PagesQuery {
  /** Only rows behind the one with this number; 0 = from the first one on. */
  readonly after: number
  /** Most rows; null = all. */
  readonly limit: number | null
  /** Absent: all pages, in order of `n`. */
  readonly selection?: PageSelection
  readonly signal: AbortSignal
}

/**
 * The operations of the batch part for the gateway. Methods reject with a Failure `SERVICE_UNAVAILABLE` while the part is
 * unavailable or its disk is full. Null = there is no such batch.
 */
export interface Batches {
  /**
   * Submits a batch. `body` is NDJSON in chunks of any size; a line is a URL, a JSON string or a JSON object
   * `{"url", …parameters}`. Resolves once all lines are stored durably. A batch whose body ends early (`body` throws, the
   * signal is aborted, the process dies) is discarded and never runs. A wrong line is rejected with its number, and the
   * other lines are accepted.
   */
  submit(batch: NewBatch, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<BatchStatus>
  /**
   * Opens a batch whose lines come in pieces. It runs from `start` on, and is removed when it gets no lines for 24 hours. `body`
   * has the first lines, or none; otherwise as `submit`.
   */
  open(batch: NewBatch, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<BatchStatus>
  /**
   * Adds lines to an open batch; those that it has are passed over. When the body ends early, its first lines may be stored.
   * Rejects with `CONFLICT` when lines before the piece are missing, or the batch has started or ended.
   */
  addLines(batch: OwnedBatchId, piece: LinesPiece): Promise<StoredLines | null>
  /** Starts an open batch. One that has started or ended stays as it is. */
  start(batch: OwnedBatchId): Promise<BatchStatus | null>
  /** With up to `hosts` hosts; default: none. */
  status(batch: OwnedBatchId, hosts?: number): Promise<BatchStatus | null>
  /**
   * Lists batches by cursor. Batches that are created or removed between two pages do not shift the others: a batch that
   * exists throughout, in the requested state, is listed once.
   */
  list(listing: BatchListing): Promise<BatchPage>
  pause(batch: OwnedBatchId): Promise<BatchStatus | null>
  resume(batch: OwnedBatchId): Promise<BatchStatus | null>
  /** Drops waiting items. Running items end, and their results are still written. */
  cancel(batch: OwnedBatchId): Promise<BatchStatus | null>
  /** Result lines (NDJSON) in order of completion, in chunks of any size. */
  results(batch: OwnedBatchId, reading: ResultsQuery): Promise<AsyncIterable<Uint8Array> | null>
  /**
   * The report on the site of a batch: the JSON text of a `SiteReport`. Rejects with `VALIDATION_ERROR` when there is no batch
   * `compare`.
   */
  report(batch: OwnedBatchId, query: ReportQuery): Promise<string | null>
  /** A `SitePageRow` for each chosen result (NDJSON), in chunks of any size; with a rule a `FoundPageRow`. */
  pages(batch: OwnedBatchId, query: PagesQuery): Promise<AsyncIterable<Uint8Array> | null>
  ping(): Promise<void>
  close(): void
}
