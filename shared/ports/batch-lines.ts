import type { AddedLinesBody } from '#shared/operations/results/batch.ts'
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

/** What became of lines that were added. Blank ones count nowhere. */
export type StoredLines = Readonly<AddedLinesBody>
