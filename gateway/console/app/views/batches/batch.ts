import type { BatchBody, ListedBatchBody } from '#shared/operations/results/batch.ts'
import type { BatchCounts, BatchSource } from '#shared/ports/batches.ts'
import { operationName } from '../../ui/operation-names.ts'

/** The answer of `GET /batches/{id}`. */
export type Batch = BatchBody
/** A batch of the list: an entry of `GET /batches`. */
export type ListedBatch = ListedBatchBody
/** A host of the answer with `hosts`. */
export type BatchHost = NonNullable<Batch['hosts']>[number]
/** What the pages of a host wait for. */
export type Wait = NonNullable<Batch['pace']>['waits'][number]

const sourceTexts: Readonly<Record<BatchSource, string>> = {
  urls: 'URLs',
  sitemaps: 'sitemaps',
  crawl: 'a crawl',
}

/** What a batch does, in words: `SEO audit of a crawl`. */
export function purposeOf({ operation, source }: Pick<ListedBatch, 'operation' | 'source'>): string {
  return `${operationName(operation)} of ${sourceTexts[source]}`
}

/** Whether nothing of the batch will change: it is finished or cancelled. */
export function isOver({ state }: Pick<ListedBatch, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled'
}

/** Items that have a result line. */
export function endedOf({ done, failed }: BatchCounts): number {
  return done + failed
}

/** Accepted items that a cancel or a limit of the crawl took away. While the batch runs, none is known. */
export function droppedOf(batch: Pick<ListedBatch, 'state' | 'counts'>): number {
  const { accepted, waiting, running } = batch.counts
  return isOver(batch) ? Math.max(0, accepted - waiting - running - endedOf(batch.counts)) : 0
}

/** The ended items as a share of the accepted ones, from 0 to 1. A batch that is over without items is whole. */
export function shareOf(batch: Pick<ListedBatch, 'state' | 'counts'>): number {
  const { accepted } = batch.counts
  if (accepted === 0) return isOver(batch) ? 1 : 0
  return endedOf(batch.counts) / accepted
}

/** The first part of the id, enough to tell batches apart. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}

/** The milliseconds between creation and end, or until `now` while it goes on. */
export function durationOf(
  { created_at, finished_at }: Pick<ListedBatch, 'created_at' | 'finished_at'>,
  now: number,
): number {
  const end = finished_at === null ? now : Date.parse(finished_at)
  return Math.max(0, end - Date.parse(created_at))
}
