import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type {
  BatchListing,
  BatchPage,
  BatchState,
  BatchStatus,
  NewBatch,
  RejectedLine,
} from '#shared/ports/batches.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { ItemQuota } from '#shared/ports/item-quota.ts'
import type { RecordedItem } from '#shared/store/batch-items.ts'

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

/** Lines of a submission that are stored together. */
export interface LineGroup {
  /** The numbers of the first line, and of the line after the last. Lines count from 1 over the whole batch. */
  readonly first: number
  readonly next: number
  /** In order of their lines. A line of a crawl may have two: a page and its discovery item. */
  readonly items: readonly (NewItem & { readonly line: number })[]
  /** Wrong lines, in order. Lines with neither an item nor a rejection are blank. */
  readonly rejected: readonly RejectedLine[]
}

/** A stored batch. */
export interface Batch extends NewBatch {
  readonly id: string
  readonly state: BatchState
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Of the first accepted line; absent before it, without lines, and in batches of former versions. */
  readonly firstUrl?: string
}

/**
 * An item to dispatch to the stages, or a deferred request of an external producer whose host queue
 * overflowed.
 */
export type Dispatch =
  | (Leased & { readonly item: Item } & Pick<Batch, 'operation' | 'owner' | 'politeness'>)
  | (Leased & { readonly id: string; readonly deferred: Pick<LogRecord, 'key' | 'value' | 'headers'> })

/** Items that were taken together. */
export interface Taking {
  /** What `appended` is told; null = nothing is to be told. */
  readonly taking: string | null
  readonly dispatches: Dispatch[]
}

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
  /**
   * The URL that the ending names, as the request had it. An ending of another URL than its item's ends nothing. Absent or null
   * when none can be read.
   */
  readonly url?: string | null
  /** Null when there will be no outcome, since the request is a dead letter. */
  readonly outcome: Outcome | null
  /** What a report on the site needs of the page: see `encodePageFacts` and `withAuditFacts`. Absent without facts. */
  readonly siteFacts?: string
  /** Set for an inspection that has not ended: its host has a long cooldown until then. See `HostResting`. */
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
 * has its value in `json`, also where it was loaded by `dataref`. `siteFacts`: as in `Completion`.
 */
export type Discover = (batch: Batch, item: Item, outcome: Outcome, siteFacts?: string) => Discovery

/**
 * The waiting URLs by batch and host, and their state. All of it is on disk, none in memory. Each method is
 * one transaction (kill -9 leaves all of it or nothing); those of `start`, `defer` and `complete` survive a
 * power cut. Methods reject with `SERVICE_UNAVAILABLE` when the disk is full.
 */
export interface Frontier {
  /**
   * Creates a batch that does not run yet. In state `running` it is invisible until its start, and is removed if that never
   * comes; in state `open` it is visible, takes lines over restarts, and is removed when none were added for 24 hours.
   */
  create(batch: Batch): Promise<void>
  /**
   * Stores the lines of a group, and rejects those whose item the batch has already (see `add`), in one transaction; a large
   * group may take several, each of whole lines. Stores nothing when `first` is not the next missing line of the batch: another
   * request was faster, or lines are missing. The lines of an open batch survive a power cut. Null: there is no such batch, or
   * it takes no lines any more.
   */
  addLines(batch: string, group: LineGroup): Promise<StoredLines | null>
  /**
   * Adds items, with many items in several transactions. Ignores an item whose role, URL (normalised by
   * `URL`, with the fragment only in lists of operations with a browser) and other parameters the batch has
   * already; items beyond the limits of a crawl; and all items of a batch that was cancelled or has finished.
   * Returns for each item whether it was added.
   */
  add(batch: string, items: readonly NewItem[]): Promise<boolean[]>
  /**
   * Starts a batch whose lines are complete; does nothing when it was started or has ended. `isOpen`: sources (sitemaps) keep
   * the batch from finishing until `closeSources`.
   */
  start(batch: string, isOpen: boolean): Promise<void>
  /**
   * Records that the open sources were read, and rejects their wrong entries in the same transaction: all are counted, the
   * first 100 rejections of a batch are stored. `more` counts further ones. Does nothing once they are closed.
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
   * Pauses, resumes or cancels a batch. A cancelled or finished batch keeps its state; an open one can only be cancelled. Items in flight of a
   * cancelled batch are not counted any more, and their results are ignored.
   */
  setState(id: string, state: Exclude<BatchState, 'open' | 'finished'>): Promise<BatchStatus | null>
  /**
   * Takes up to `limit` items in fair order: batches take turns, and so do the hosts of each, none with more
   * than its share in flight, and all together never more than the window. The items are in flight from then
   * on; after a restart `inFlight` returns them. Items whose lease expired before completion come first: they
   * are dispatched again with the next lease, which is twice as long (up to 16 times the first). What another process took
   * and did not append for 10 s is taken over, whole and with its leases.
   */
  dispatch(limit: number): Promise<Taking>
  /** Records that the items of a taking were appended to the log. Until then they may be taken over. */
  appended(taking: string): Promise<void>
  /**
   * The items that were dispatched before the process ended and are not completed, page by page. They are
   * dispatched again with the same ids. None where takings are taken over.
   */
  inFlight(after: string | null, limit: number): Promise<Dispatch[]>
  /** Stores deferred requests of external producers whose host queues overflowed. Ignores known requests. */
  defer(records: readonly LogRecord[]): Promise<void>
  /**
   * Completes items. Each item is completed once, whatever arrives later, also when a power cut lost its
   * dispatch. Discovered items are stored in the same transaction. Many completions may take several
   * transactions. Resolves to the items that these have ended.
   */
  complete(endings: readonly Completion[]): Promise<readonly RecordedItem[]>
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
