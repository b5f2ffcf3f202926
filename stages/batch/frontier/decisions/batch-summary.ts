import type {
  BatchPage,
  BatchSource,
  BatchState,
  BatchStatus,
  BatchSummary,
  NewBatch,
} from '#shared/ports/batches.ts'
import type { StoredState } from './batch-counts.ts'

/** What adapters store of a batch for its summary. Times as `Date` takes them. */
export interface SummaryRow
  extends Pick<BatchSummary, 'id' | 'operation' | 'source' | 'firstUrl'>,
    Readonly<BatchStatus['counts']> {
  readonly state: StoredState
  readonly created_at: number | Date
  readonly finished_at: number | Date | null
}

/** The summary of a batch. */
export function summaryOf(row: SummaryRow): BatchSummary {
  const { id, operation, source, firstUrl, accepted, rejected, waiting, running, done, failed } = row
  return {
    ...{ id, operation, source, firstUrl, state: stateOf(row) },
    counts: { accepted, rejected, waiting, running, done, failed },
    createdAt: new Date(row.created_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }
}

/** A page of a list. `rows`: one more than `limit` where there are more. `next` is the number of the last one of the page. */
export function pageOf<Row extends { readonly num: number }>(
  rows: readonly Row[],
  limit: number,
  toSummary: (row: Row) => BatchSummary,
): BatchPage {
  const page = rows.slice(0, limit)
  return { batches: page.map(toSummary), next: rows.length > limit ? (page.at(-1)?.num ?? null) : null }
}

/** A batch whose lines are still being read appears as running, unless it is open. */
export function stateOf({ state }: { readonly state: StoredState }): BatchState {
  return state === 'begun' ? 'running' : state
}

/** Where the URLs of a batch come from. */
export function batchSourceOf({ crawl, sitemaps }: Pick<NewBatch, 'crawl' | 'sitemaps'>): BatchSource {
  if (crawl !== null) return 'crawl'
  return sitemaps.length > 0 ? 'sitemaps' : 'urls'
}
