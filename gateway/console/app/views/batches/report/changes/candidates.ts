import type { SitePageRow } from '#shared/operations/results/site-report.ts'

/** A batch with which the report may be compared. */
export interface Candidate {
  readonly id: string
  readonly created_at: string
  /** Of its first result. */
  readonly operation: string
  readonly url: string
}

interface ReportedBatch {
  readonly id: string
  readonly operation: string
  readonly created_at: string
  readonly seeds: readonly string[]
}

/** Batches that were created before the one that is reported, the newest first as they are listed. */
export function earlierThan<T extends { readonly id: string; readonly created_at: string }>(
  batches: readonly T[],
  { id, created_at }: Pick<ReportedBatch, 'id' | 'created_at'>,
): T[] {
  return batches.filter((one) => one.id !== id && Date.parse(one.created_at) <= Date.parse(created_at))
}

/** Whether both are of the same operation and begin on a same host: then a comparison makes sense. */
export function isComparable(
  { operation, url }: Pick<Candidate, 'operation' | 'url'>,
  { operation: reported, seeds }: Pick<ReportedBatch, 'operation' | 'seeds'>,
): boolean {
  const host = hostOf(url)
  return operation === reported && host !== null && seeds.some((seed) => hostOf(seed) === host)
}

/**
 * Whether a row is that of a page that was read, or tells nothing about that (other operations). A batch without one has nothing to
 * compare with.
 */
export function isRead({
  code,
  indexable,
  status,
}: Pick<SitePageRow, 'code' | 'indexable' | 'status'>): boolean {
  return code === null && (indexable !== false || (status !== null && status >= 200 && status <= 299))
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}
