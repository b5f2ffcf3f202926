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

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}
