import type { Outcome } from '#shared/messages/outcome.ts'
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
  /** Parameters of the operation, checked, defaults filled in. */
  readonly parameters: Readonly<Record<string, unknown>> & { readonly url: string }
  /** Of crawls: links away from a start page, and the page that linked to it; null elsewhere. */
  readonly depth: number | null
  readonly from: string | null
  /**
   * A `scout` is the metadata inspection that finds the links of a page where the batch's operation does not tell them:
   * it has no result line and counts nowhere.
   */
  readonly role: 'page' | 'scout'
  /** Of crawls: where links may lead that are found from here on, as `stages/batch/crawl/scope.ts` has it; null for start pages and elsewhere. */
  readonly scope: string | null
}

/** An item as it is stored. `seq` counts from 1 within its batch; the inspection id is `<batch id>.<seq>`. */
export interface Item extends NewItem {
  readonly batch: string
  readonly seq: number
}

/** A batch as it is stored. */
export interface Batch extends NewBatch {
  readonly id: string
  readonly state: BatchState
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** An item to hand to the stages, or a request of an outside feeder whose host was flooded. */
export type Dispatch =
  | (Leased & { readonly item: Item } & Pick<Batch, 'operation' | 'owner'>)
  | (Leased & { readonly id: string; readonly deferred: Pick<LogRecord, 'key' | 'value' | 'headers'> })

interface Leased {
  /** Which release of it this is, from 1. */
  readonly lease: number
}

/** What a crawl has left of its share of a key's daily number. */
export interface UnusedQuota {
  readonly quota: ItemQuota
  readonly items: number
  /** When the crawl began: milliseconds since the epoch. */
  readonly at: number
}

/** How an item ended. */
export interface Completion {
  /** Inspection id: `<batch id>.<seq>`, or that of a deferred request. */
  readonly id: string
  /** Null: there will be none, what was to be done for it lies among the dead letters. */
  readonly outcome: Outcome | null
  /** The outcome's value where that lies in the object store and was read for `Discover`. */
  readonly value?: string
}

/** Pages that are likely to be variants of one another: no more than `most` of a family are added to a batch. */
export interface Family {
  readonly name: string
  readonly maxMembers: number
}

/** What a page tells a crawl. */
export interface Discovery {
  /** Added as by `add`; one whose family is full is left out silently. */
  readonly items: readonly (NewItem & { readonly family: Family | null })[]
  /** Count as added and are never inspected, unless the batch has them already: the page a redirect ended at. */
  readonly done: readonly NewItem[]
}

/**
 * Names the links that a crawl goes on with. Pure: the same page gives the same items. Never throws. The outcome has its
 * value in `json`, fetched by `dataref` where it lay there.
 */
export type Discover = (batch: Batch, item: Item, outcome: Outcome) => Discovery

/**
 * The URLs that wait, by batch and host, and what became of them: all on disk, none in memory. Each method's change is
 * one transaction (kill -9 leaves all of it or nothing), and that of `launch`, `defer` and `end` outlives a power cut. It
 * rejects with `SERVICE_UNAVAILABLE` when the disk is full.
 */
export interface Frontier {
  /** Begins a batch that does not run yet. */
  create(batch: Batch): Promise<void>
  /**
   * Adds items; many may take several transactions. One whose role, URL (as `URL` normalises it, with its fragment in
   * lists for a browser alone) and other parameters the batch has already is left out, and so is all beyond a crawl's limits and all that comes after
   * the batch was cancelled or has ended. Answers for each whether it was taken.
   */
  add(batch: string, items: readonly NewItem[]): Promise<boolean[]>
  /** Lines that were not accepted: all are counted, the first 100 kept. */
  reject(batch: string, lines: readonly RejectedLine[]): Promise<void>
  /** All its lines are there: it runs. `isOpen`: sources (sitemaps) keep it from finishing until `exhausted`. */
  start(batch: string, isOpen: boolean): Promise<void>
  /** The open sources have been read; what is wrong in them is rejected in the same transaction, `more` that are only counted. */
  closeSources(batch: string, rejected: readonly RejectedLine[], more: number): Promise<void>
  /** The batches that were launched open and are not exhausted yet: after a restart their sources are read again. */
  openBatches(): Promise<Batch[]>
  /** Forgets a batch that was begun and not launched. */
  discard(batch: string): Promise<void>
  batch(id: string): Promise<Batch | null>
  /** Pages that crawls were granted (`maxPages`) and had not had when they ended; each is told once. */
  takeUnusedQuotas(): Promise<UnusedQuota[]>
  /** With up to `hosts` hosts, where any are asked for. */
  status(id: string, hosts?: number): Promise<BatchStatus | null>
  /** Those of the owner, and those that are everybody's. */
  list(listing: BatchListing): Promise<BatchPage>
  /** Pauses, resumes or cancels; a batch that was cancelled or has finished stays what it is. What is under way of one that
   * is cancelled counts nowhere any more, and has no ending. */
  setState(id: string, state: Exclude<BatchState, 'finished'>): Promise<BatchStatus | null>
  /**
   * Up to `limit` items whose turn it is: batches take turns, in each its hosts, none with more than its share under
   * way, all together never more than the window. They are under way from then on; after a restart `unfinished` names
   * them again. Those come first whose lease is over before they had an ending: they are released again, with the next lease,
   * which is twice as long (up to 16 times the first).
   */
  dispatch(limit: number): Promise<Dispatch[]>
  /** What was released before the process ended and has no ending yet, page by page: it is handed over again, same id. */
  inFlight(after: string | null, limit: number): Promise<Dispatch[]>
  /** Takes in requests of outside feeders whose hosts are flooded; what is known already is left out. */
  defer(records: readonly LogRecord[]): Promise<void>
  /**
   * Takes in endings: each item ends once, whatever comes later, and also where a power cut took the memory of its
   * release. Discovered items are stored with it, in one transaction; many endings may take several.
   */
  complete(endings: readonly Completion[]): Promise<void>
}
