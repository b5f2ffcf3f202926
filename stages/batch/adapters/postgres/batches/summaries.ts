import {
  type BatchListing,
  type BatchPage,
  type BatchState,
  type BatchStatus,
  type BatchSummary,
  batchStates,
} from '#shared/ports/batches.ts'
import type { Session } from '../connection/session.ts'
import { rejectionsOf } from '../intake/rejections.ts'
import { leftover } from '../schema/numbers.ts'
import { type BatchRow, isBatchId, stateOf } from './batch-rows.ts'
import { hostsOf } from './hosts.ts'
import { pagesInFlight, TAKERS } from './in-flight.ts'

interface SummaryRow
  extends Pick<
      BatchRow,
      | 'num'
      | 'id'
      | 'state'
      | 'is_dropped'
      | 'created_at'
      | 'finished_at'
      | 'first_url'
      | 'accepted'
      | 'rejected'
      | 'open_items'
    >,
    Pick<BatchSummary, 'operation' | 'source'> {
  readonly done: number
  readonly failed: number
  readonly running: number
}

const COLUMNS = `num, id, operation, source, state, is_dropped, created_at, finished_at, first_url, accepted, rejected, open_items,
  done, failed`

/** A batch that has ended may have rows in flight, which are removed step by step. */
const RUNNING = `CASE WHEN finished_at IS NULL THEN ${pagesInFlight('num')} ELSE 0 END AS running`

const ONE = `${TAKERS} SELECT ${COLUMNS}, ${RUNNING} FROM batches WHERE id = $1 AND leftovers < ${leftover.all}`

/**
 * Each part is in the order of the index, and of each only as many rows as a page has are read: a page costs the same for any
 * number of batches.
 */
const LISTED = `${TAKERS}
  SELECT page.*, ${RUNNING} FROM (
    SELECT part.* FROM unnest($1::text[]) AS asked (asked), LATERAL (${partOf('owner = $2')} UNION ALL ${partOf('owner IS NULL')}) AS part
    ORDER BY num DESC LIMIT $4
  ) AS page ORDER BY num DESC`

function partOf(owner: string): string {
  return `(
    SELECT ${COLUMNS} FROM batches WHERE ${owner} AND state = asked.asked AND num < $3 AND leftovers < ${leftover.all}
    ORDER BY num DESC LIMIT $4)`
}

/** The status of a batch, with up to `hosts` hosts. Null when there is no such batch. */
export async function readStatus(session: Session, id: string, hosts = 0): Promise<BatchStatus | null> {
  const [row] = isBatchId(id) ? await session.query<SummaryRow>(ONE, [id]) : []
  if (row === undefined) return null
  const status = { ...summaryOf(row), rejected: await rejectionsOf(session, row.num) }
  return hosts === 0 ? status : { ...status, hosts: await hostsOf(session, row, hosts) }
}

/** A page of the batches that an owner may see. `next` is the number of the last one. */
export async function listBatches(
  session: Session,
  { owner, state, limit, after }: BatchListing,
): Promise<BatchPage> {
  const states: readonly BatchState[] = state === null ? batchStates : [state]
  const before = after ?? Number.MAX_SAFE_INTEGER
  const rows = await session.query<SummaryRow>(LISTED, [states, owner, before, limit + 1])
  const page = rows.slice(0, limit)
  return { batches: page.map(summaryOf), next: rows.length > limit ? (page.at(-1)?.num ?? null) : null }
}

function summaryOf(row: SummaryRow): BatchSummary {
  const { id, operation, source, accepted, rejected, running, done, failed } = row
  return {
    id,
    operation,
    source,
    state: stateOf(row),
    counts: { accepted, rejected, waiting: waitingOf(row), running, done, failed },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at === null ? null : row.finished_at.toISOString(),
    firstUrl: row.first_url,
  }
}

/** The waiting items of a dropped batch are removed step by step. They do not count any more. */
function waitingOf(row: SummaryRow): number {
  return row.is_dropped ? 0 : Math.max(0, row.open_items - row.running)
}
