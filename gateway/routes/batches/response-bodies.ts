import type { BatchPage, BatchStatus, BatchSummary } from '#shared/ports/batches.ts'
import { encodeListCursor } from '../request/list-cursor.ts'

/** The body that describes a batch: `infra/docs/contract.md#batches`. */
export function statusBody({ id, state, counts, rejected, createdAt, finishedAt, hosts }: BatchStatus) {
  const body = { id, state, counts, rejected, created_at: createdAt, finished_at: finishedAt }
  return hosts === undefined ? body : { ...body, hosts }
}

/** The body of a page of the list of batches. */
export function listBody({ batches, next }: BatchPage) {
  return { batches: batches.map(summaryBody), next: next === null ? null : encodeListCursor(next) }
}

function summaryBody({ id, state, counts, createdAt, finishedAt }: BatchSummary) {
  return { id, state, counts, created_at: createdAt, finished_at: finishedAt }
}
