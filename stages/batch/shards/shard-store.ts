import type { BatchListing, BatchStatus, BatchSummary, HostQueue } from '#shared/ports/batches.ts'
import type { Batch, Completion, Dispatch, UnusedQuota } from '../frontier/frontier.ts'
import type { Answer, Command, PartReport, Phase } from './commands.ts'

/** A command as it stands in the intake of a shard. */
export interface IntakeRecord {
  readonly offset: number
  /** Milliseconds since the epoch, set by the producer. */
  readonly timestamp: number
  /** Null when it cannot be read: it is passed over. */
  readonly command: Command | null
  /** For `endings`: the endings before that position which the shard has not applied, in order. */
  readonly completions?: readonly Completion[]
}

/** The next positions of a shard in its inputs. */
export interface ShardPositions {
  readonly intake: number
  readonly ended: number
}

/** A phase of a batch that a shard has not acknowledged. */
export interface PhaseNotice {
  /** Place of the batch in the order of notices. */
  readonly home: number
  readonly shard: number
  readonly batch: string
  readonly phase: Phase
  readonly version: number
}

/** How much of a batch is not in the object store yet. */
export interface UnsavedLines {
  readonly batch: string
  readonly bytes: number
  /** As in `PendingLines`. */
  readonly isLast: boolean
}

/** Result lines of a batch that are not in the object store yet. */
export interface PendingLines {
  readonly batch: string
  /** Number of the first line among those of the shard, from 1. */
  readonly first: number
  readonly count: number
  readonly lines: Buffer
  /** All items of the batch in this shard have ended, or its time: nothing is gained by waiting for more lines. */
  readonly isLast: boolean
}

/** A segment of a batch, with the numbers of its lines in the batch. */
export interface NumberedSegment {
  readonly object: string
  /** Lines at the beginning of the object that an earlier segment has already. */
  readonly skip: number
  /** Number of the first line after those. */
  readonly first: number
  readonly count: number
}

/** Which segments follow the line `after`, and whether there will be more. */
export interface SegmentPage {
  readonly segments: readonly NumberedSegment[]
  /** The batch has ended and has no segments after these. */
  readonly isLast: boolean
}

/** What a shard has of a batch at one moment. */
export interface PartHosts {
  readonly hosts: readonly HostQueue[]
  readonly counts: PartReport['counts']
}

/** A summary with its place in a list: newer batches have higher ones. */
export interface PlacedSummary {
  readonly place: number
  readonly summary: BatchSummary
}

/**
 * The state of one shard: items of the batches whose URLs it has, and, of the batches whose home it is, their state,
 * their counts over all shards, and the index of their results. Methods that change it reject with
 * `SERVICE_UNAVAILABLE` when the disk is full.
 */
export interface ShardStore {
  readonly shard: number
  positions(): ShardPositions
  /**
   * Applies records in one transaction, together with the new positions. Records before the position of the intake
   * change nothing. Returns an answer for each record.
   */
  apply(records: readonly IntakeRecord[]): Promise<Answer[]>
  /**
   * Applies completions apart from their command, whose record comes without them then. For those that cannot be applied
   * together. `now`: the time of the record.
   */
  complete(completions: readonly Completion[], now: number): Promise<void>
  /**
   * Sets positions back, after a log was created anew or restored to an earlier state. Not for positions that the log has.
   * What the reports of other shards say about their positions in the former log does not count any more.
   */
  reposition(positions: Partial<ShardPositions>): Promise<void>
  /** Of these inspection ids, those whose endings change anything here. Others need not be loaded. */
  awaited(ids: readonly string[]): ReadonlySet<string>

  // Of batches whose home this is.
  batch(id: string): Batch | null
  /** Without `hosts`. */
  status(id: string): BatchStatus | null
  /** The shards that have items of the batch, as far as its home knows. */
  shardsOf(id: string): readonly number[]
  /** Up to `limit` batches of the owner (and those without one), the newest first, below the place `after`. */
  list(listing: BatchListing): readonly PlacedSummary[]
  /** Batches with open sources. */
  openBatches(): readonly Batch[]
  /** Null when there is no such batch. */
  segments(id: string, after: number, limit: number): SegmentPage | null
  /** Phases that were not acknowledged, of up to `limit` parts: those after a notice, or from the first one on. */
  notices(limit: number, after?: Pick<PhaseNotice, 'home' | 'shard'>): readonly PhaseNotice[]
  /** Objects of batches that are gone. They are named until `forgetObjects`. */
  uselessObjects(limit: number): readonly string[]
  forgetObjects(objects: readonly string[]): Promise<void>

  // Of items in this shard.
  /** The hosts of a batch with the most waiting items here, and what is counted of it here. */
  hosts(id: string, limit: number): PartHosts
  /** Reports of the parts that changed since the last call; after opening, of all parts that have not ended. */
  takeReports(): readonly PartReport[]
  /** Batches with result lines that are not in the object store. */
  unsaved(): readonly UnsavedLines[]
  /** Up to `maxBytes` of the first such lines of a batch, one line at least; null when there are none. */
  pendingLines(batch: string, maxBytes: number): PendingLines | null
  /** Forgets the lines up to this number: they are in the object store, and the home has their segment. */
  forgetLines(batch: string, last: number): Promise<void>
  /** Batches whose time is over, with the numbers of their items in flight. */
  expired(now: number): readonly { readonly batch: string; readonly inFlight: readonly number[] }[]

  // As in `Frontier`, for the items in this shard.
  countInFlight(): number
  /** Whether `dispatchExpired` may find any. */
  mayHaveExpired(): boolean
  /** Takes up to `limit` items whose leases have expired. */
  dispatchExpired(limit: number): Promise<Dispatch[]>
  /**
   * The ids of up to `limit` batches that may have items to dispatch, from the batch after the last one in turn on; '' =
   * deferred requests.
   */
  dispatchable(limit: number): readonly string[]
  /** Takes up to `limit` items of one of them, its hosts in turn. */
  dispatchOf(batch: string, limit: number): Promise<Dispatch[]>
  inFlight(after: string | null, limit: number): readonly Dispatch[]
  takeUnusedQuotas(): Promise<readonly UnusedQuota[]>
  /** One step of removing what ended batches leave; resolves with whether there may be more. */
  sweep(now: number): Promise<{ readonly hasMore: boolean; readonly hasReadyQueues: boolean }>
}
