import type { DatabaseSync } from 'node:sqlite'
import { type BatchListing, type BatchPage, type BatchState, batchStates } from '#shared/ports/batches.ts'
import { OWNER } from '../schema.ts'
import { type BatchRow, leftover, summaryColumns, summaryOf } from './batches-table.ts'

/** A page of the batches that there are for an owner; `next` counts from the place of its last batch. */
export type ListBatches = (listing: BatchListing) => BatchPage

type ListedRow = Pick<BatchRow, 'num' | (typeof summaryColumns)[number]>

export function listBatches(db: DatabaseSync): ListBatches {
  const any = db.prepare(pageOf(batchStates))
  const inState = new Map(batchStates.map((state) => [state, db.prepare(pageOf([state]))]))
  return ({ owner, state, limit, after }) => {
    const statement = (state && inState.get(state)) ?? any
    const asked = { owner, before: after ?? Number.MAX_SAFE_INTEGER, most: limit + 1 }
    const rows = statement.all(asked) as unknown as ListedRow[]
    const page = rows.slice(0, limit)
    return { batches: page.map(summaryOf), next: rows.length > limit ? (page.at(-1)?.num ?? null) : null }
  }
}

/** Each part is in the index's order, and SQLite merges them: a page costs the same however many batches there are. */
function pageOf(states: readonly BatchState[]): string {
  const parts = states.flatMap((state) => [partOf('= $owner', state), partOf('IS NULL', state)])
  return `${parts.join(' UNION ALL ')} ORDER BY num DESC LIMIT $most`
}

function partOf(owner: string, state: BatchState): string {
  return `SELECT num, ${summaryColumns.join(', ')} FROM batches
    WHERE ${OWNER} ${owner} AND state = '${state}' AND leftovers < ${leftover.all} AND num < $before`
}
