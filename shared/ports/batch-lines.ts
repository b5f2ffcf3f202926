import type { ItemQuota } from './item-quota.ts'

/** Lines of an open batch that are sent together. Lines count from 1 over the whole batch. */
export interface LinesPiece {
  /** The number of the first line. */
  readonly from: number
  /** NDJSON in chunks of any size. */
  readonly body: AsyncIterable<Uint8Array>
  /** What new lines count against; absent = nothing. */
  readonly quota?: ItemQuota
  readonly signal: AbortSignal
}

/** What became of lines. */
export interface StoredLines {
  /** Lines that were stored by this call. Blank ones count nowhere. */
  readonly accepted: number
  readonly rejected: number
  /** The first line of the batch that is missing now. */
  readonly next: number
}
