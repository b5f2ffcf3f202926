import type { Outcome } from '#shared/messages/events/outcome.ts'
import type {
  BatchListing,
  BatchPage,
  BatchState,
  BatchStatus,
  ItemQuota,
  NewBatch,
  RejectedLine,
} from '#shared/ports/batches.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** One URL to inspect. */
export interface NewItem {
  /** Checked parameters of the operation, with defaults filled in. */
  readonly parameters: Readonly<Record<string, unknown>> & { readonly url: string }
  /** In crawls: links away from a start page, and the page with the link. Null otherwise. */
  readonly depth: number | null
  readonly from: string | null
  /**
   * `discovery` is a metadata inspection that finds the links of a page when the operation of the batch does not
   * return them. It has no result line and is not counted.
   */
  readonly role: 'page' | 'discovery'
  /**
   * In crawls: the scope of links found from here on (see `stages/batch/crawl/admission.ts`). Null for start
   * pages and outside of crawls.
   */
  readonly scope: string | null
}

/** A stored item. `seq` counts from 1 within its batch. The inspection id is `<batch id>.<seq>`. */
export interface Item extends NewItem {
  readonly batch: string
  readonly seq: number
}

/** A stored batch. */
export interface Batch extends NewBatch {
  readonly id: string
  readonly state: BatchState
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Of the first accepted line; absent before the start, without lines, and in batches of former versions. */
  readonly firstUrl?: string
}

/**
 * An item to dispatch to the stages, or a deferred request of an external producer whose host queue
 * overflowed.
 */
export type Dispatch =
  | (Leased & { readonly item: Item } & Pick<Batch, 'operation' | 'owner' | 'politeness'>)
  | (Leased & { readonly id: string; readonly deferred: Pick<LogRecord, 'key' | 'value' | 'headers'> })

interface Leased {
  /** The number of this dispatch of the item, from 1. */
  readonly lease: number
}

/** The unused part of a crawl's share of its key's daily quota. */
export interface UnusedQuota {
  /** The id of the crawl. */
  readonly batch: string
  readonly quota: ItemQuota
  readonly items: number
  /** When the crawl was created, in milliseconds since the epoch. */
  readonly at: number
}

/** The end of an item. */
export interface Completion {
  /** The inspection id: `<batch id>.<seq>`, or the id of a deferred request. */
  readonly id: string
  /** Null when there will be no outcome, since the request is a dead letter. */
  readonly outcome: Outcome | null
  /** See `Ended`. */
  readonly restsUntil?: number
  /** The outcome's value, where it was in the object store and was loaded for `Discover`. */
  readonly value?: string
}

/**
 * A group of pages that are likely variants of each other. At most `maxMembers` of a family are added to a
 * batch.
 */
export interface Family {
  readonly name: string
  readonly maxMembers: number
}

/** The items that a page contributes to a crawl. */
export interface Discovery {
  /** Added as by `add`. An item whose family is full is ignored. */
  readonly items: readonly (NewItem & { readonly family: Family | null })[]
  /**
   * Recorded as added and never inspected, unless the batch has them already: the final URL of a redirect.
   */
  readonly done: readonly NewItem[]
}

/**
 * Returns the links that a crawl follows. Pure: the same page gives the same items. Never throws. The outcome
 * has its value in `json`, also where it was loaded by `dataref`.
 */
export type Discover = (batch: Batch, item: Item, outcome: Outcome) => Discovery

/**
 * The waiting URLs by batch and host, and their state. All of it is on disk, none in memory. Each method is
 * one transaction (kill -9 leaves all of it or nothing); those of `start`, `defer` and `complete` survive a
 * power cut. Methods reject with `SERVICE_UNAVAILABLE` when the disk is full.
 */
export interface Frontier {
  /** Creates a batch that does not run yet. */
  create(batch: Batch): Promise<void>
  /**
   * Adds items, with many items in several transactions. Ignores an item whose role, URL (normalised by
   * `URL`, with the fragment only in lists of operations with a browser) and other parameters the batch has
   * already; items beyond the limits of a crawl; and all items of a batch that was cancelled or has finished.
   * Returns for each item whether it was added.
   */
  add(batch: string, items: readonly NewItem[]): Promise<boolean[]>
  /** Rejects lines. All are counted, the first 100 are stored. */
  reject(batch: string, lines: readonly RejectedLine[]): Promise<void>
  /**
   * Starts a batch whose lines are complete. `isOpen`: sources (sitemaps) keep the batch from finishing until
   * `closeSources`. `firstUrl`: of the first accepted line.
   */
  start(batch: string, isOpen: boolean, firstUrl?: string): Promise<void>
  /**
   * Records that the open sources were read, and rejects their wrong entries in the same transaction. `more`
   * counts further ones.
   */
  closeSources(batch: string, rejected: readonly RejectedLine[], more: number): Promise<void>
  /** The batches with open sources. After a restart their sources are read again. */
  openBatches(): Promise<Batch[]>
  /** Removes a batch that was created and not started. */
  discard(batch: string): Promise<void>
  batch(id: string): Promise<Batch | null>
  /**
   * Returns the pages that finished crawls were granted (`maxPages`) and did not use. Each is returned once
   * by a process; another one that has no state of this one may return it as well.
   */
  takeUnusedQuotas(): Promise<UnusedQuota[]>
  /** The status, with up to `hosts` hosts. */
  status(id: string, hosts?: number): Promise<BatchStatus | null>
  /** The batches of the owner, and those without an owner. */
  list(listing: BatchListing): Promise<BatchPage>
  /**
   * Pauses, resumes or cancels a batch. A cancelled or finished batch keeps its state. Items in flight of a
   * cancelled batch are not counted any more, and their results are ignored.
   */
  setState(id: string, state: Exclude<BatchState, 'finished'>): Promise<BatchStatus | null>
  /**
   * Takes up to `limit` items in fair order: batches take turns, and so do the hosts of each, none with more
   * than its share in flight, and all together never more than the window. The items are in flight from then
   * on; after a restart `inFlight` returns them. Items whose lease expired before completion come first: they
   * are dispatched again with the next lease, which is twice as long (up to 16 times the first).
   */
  dispatch(limit: number): Promise<Dispatch[]>
  /**
   * The items that were dispatched before the process ended and are not completed, page by page. They are
   * dispatched again with the same ids.
   */
  inFlight(after: string | null, limit: number): Promise<Dispatch[]>
  /** Stores deferred requests of external producers whose host queues overflowed. Ignores known requests. */
  defer(records: readonly LogRecord[]): Promise<void>
  /**
   * Completes items. Each item is completed once, whatever arrives later, also when a power cut lost its
   * dispatch. Discovered items are stored in the same transaction. Many completions may take several
   * transactions.
   */
  complete(endings: readonly Completion[]): Promise<void>
}

/** Returns the inspection id of a batch's item: `<batch id>.<seq>`. */
export function inspectionId(batch: string, seq: number): string {
  return `${batch}.${seq}`
}

/** The most items of a batch. A higher number would denote an item of another batch. */
const MAX_ITEMS = 2 ** 32 - 1

/** Parses an inspection id. Null when it cannot belong to a batch. */
export function parseInspectionId(id: string): { readonly batch: string; readonly seq: number } | null {
  const [, batch, seq] = /^(.+)\.([1-9]\d{0,9})$/s.exec(id) ?? []
  return batch === undefined || Number(seq) > MAX_ITEMS ? null : { batch, seq: Number(seq) }
}
