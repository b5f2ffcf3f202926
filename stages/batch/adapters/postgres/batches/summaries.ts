import { batchStates } from '#shared/ports/batch-words.ts'
import type {
  BatchListing,
  BatchPage,
  BatchState,
  BatchStatus,
  BatchSummary,
  HostQueue,
  RejectedLine,
} from '#shared/ports/batches.ts'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { pageOf, type SummaryRow, summaryOf } from '../../../frontier/decisions/batch-summary.ts'
import { MOST_REJECTIONS } from '../../../frontier/decisions/bounds.ts'
import type { Session } from '../connection/postgres.ts'
import { columnsOf } from '../connection/values.ts'
import { storedRoles } from '../schema/frontier-schema.ts'
import { type BatchRow, isBatchId } from './batch-rows.ts'

interface Row extends Omit<SummaryRow, 'waiting' | 'finished_at'> {
  readonly num: number
  readonly is_dropped: boolean
  readonly finished_at: Date | null
  readonly open_items: number
}

const COLUMNS = `num, id, operation, source, state, is_dropped, created_at, finished_at, first_url AS "firstUrl", accepted, rejected, open_items,
  done, failed`

/**
 * The processes that have items in flight, for the beginning of a statement. They are few, and the index has them in order: each
 * costs one look-up.
 */
const TAKERS = `
  WITH RECURSIVE takers (taker) AS (
    (SELECT taker FROM items WHERE taker IS NOT NULL ORDER BY taker LIMIT 1)
    UNION ALL
    SELECT (SELECT items.taker FROM items WHERE items.taker > takers.taker ORDER BY items.taker LIMIT 1)
    FROM takers WHERE takers.taker IS NOT NULL
  )`

/** A batch that has ended may have rows in flight, which are removed step by step. For a statement that begins with `TAKERS`. */
const RUNNING = `CASE WHEN finished_at IS NOT NULL THEN 0 ELSE (
    SELECT count(*) FROM takers JOIN items ON items.taker = takers.taker AND items.batch = num
    WHERE role = ${storedRoles.page}) END AS running`

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
  const [row] = isBatchId(id) ? await session.query<Row>(ONE, [id]) : []
  if (row === undefined) return null
  const status = { ...toSummary(row), rejected: await rejectionsOf(session, row.num) }
  return hosts === 0 ? status : { ...status, hosts: await hostsOf(session, row, hosts) }
}

/** A page of the batches that an owner may see. `next` is the number of the last one. */
export async function listBatches(
  session: Session,
  { owner, state, limit, after }: BatchListing,
): Promise<BatchPage> {
  const states: readonly BatchState[] = state === null ? batchStates : [state]
  const before = after ?? Number.MAX_SAFE_INTEGER
  const rows = await session.query<Row>(LISTED, [states, owner, before, limit + 1])
  return pageOf(rows, limit, toSummary)
}

/** The waiting items of a dropped batch are removed step by step. They do not count any more. */
function toSummary(row: Row): BatchSummary {
  return summaryOf({ ...row, waiting: row.is_dropped ? 0 : Math.max(0, row.open_items - row.running) })
}

interface HostRow {
  readonly host: string
  readonly waiting: number
  readonly running: number
  readonly rests_until: Date | null
}

/** Queues that are compared: of more with about the same size, any may be named. */
const MOST_COMPARED = 1000

const LONGEST = `
  SELECT host, waiting, in_flight AS running, rests_until FROM (
    SELECT * FROM queues WHERE batch = $1 ORDER BY size DESC, host LIMIT greatest($2, ${MOST_COMPARED})
  ) AS largest ORDER BY waiting DESC, host LIMIT $2`
const RUNNING_OUT = `${TAKERS}
  SELECT host, 0 AS waiting, count(*) AS running, NULL AS rests_until
  FROM takers JOIN items ON items.taker = takers.taker AND items.batch = $1 JOIN queues ON queues.id = items.queue
  GROUP BY host ORDER BY host LIMIT $2`

/** The hosts of a batch with the most waiting items, ties by name. Of a dropped batch those with items in flight, by name. */
async function hostsOf(
  session: Session,
  { num, is_dropped, finished_at }: Row,
  limit: number,
): Promise<HostQueue[]> {
  if (finished_at !== null) return []
  const rows = await session.query<HostRow>(is_dropped ? RUNNING_OUT : LONGEST, [num, limit])
  return rows.map(({ host, waiting, running, rests_until: until }) => ({
    host,
    waiting,
    running,
    restsUntil: until === null ? null : until.toISOString(),
  }))
}

const REJECT = `
  INSERT INTO rejections (batch, position, line, reason)
  SELECT $1, $2 + n, line, reason FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS given (line, reason, n)`
const REJECTIONS = 'SELECT line, reason FROM rejections WHERE batch = $1 ORDER BY position'

/** Rejects lines of a locked batch, which the caller saves. */
export async function rejectLines(
  session: Session,
  row: BatchRow,
  lines: readonly RejectedLine[],
): Promise<void> {
  const kept = lines.slice(0, Math.max(0, MOST_REJECTIONS - row.rejected))
  if (kept.length > 0)
    await session.query(REJECT, [row.num, row.rejected, ...columnsOf(kept, 'line', 'reason')])
  row.rejected += lines.length
}

/** The stored rejections of a batch, in order. */
async function rejectionsOf(session: Session, batch: number): Promise<RejectedLine[]> {
  return session.query<RejectedLine>(REJECTIONS, [batch])
}
