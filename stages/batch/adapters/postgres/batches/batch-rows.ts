import type { NewBatch } from '#shared/ports/batches.ts'
import {
  type BatchCounts,
  finishWhenDone,
  leftover,
  notifyChange,
  type StoredState,
} from '../../../frontier/decisions/batch-counts.ts'
import { batchSourceOf, stateOf } from '../../../frontier/decisions/batch-summary.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import type { Postgres, Session } from '../connection/postgres.ts'
import { columnsOf } from '../connection/values.ts'

/**
 * A row of `batches`, as far as it is changed. It is locked, changed and saved within one transaction. Items in flight count as
 * waiting ones: the table has their sum alone.
 */
export interface BatchRow extends BatchCounts {
  rejected: number
  next_line: number
  seq: number
  /** The last number of a node of its families. */
  families: number
}

/** A row with what its batch was asked for, which may be long. */
export interface AskedRow extends BatchRow {
  readonly request: string
  readonly created_at: Date
  first_url: string | null
}

/** The columns of a `BatchRow`. */
export const BATCH_COLUMNS = `num, id, state, has_open_sources::int AS is_open, is_dropped::int AS is_dropped,
  (extract(epoch FROM finished_at) * 1000)::float8 AS finished_at, most_pages, accepted, rejected, open_items AS waiting, 0 AS running,
  done, failed, discoveries AS scouts, open_discoveries AS scouts_waiting, 0 AS scouts_running, seq, lines, families, leftovers,
  next_line`

const FIND = `
  SELECT ${BATCH_COLUMNS}, request, created_at, first_url FROM batches WHERE id = $1 AND leftovers < ${leftover.all}`
const LOCK = `${FIND} FOR UPDATE`
const LOCK_ALL = `SELECT ${BATCH_COLUMNS} FROM batches WHERE num = ANY($1::bigint[]) ORDER BY num FOR UPDATE`

const SAVE = `
  UPDATE batches SET state = given.state, is_dropped = given.is_dropped <> 0, has_open_sources = given.is_open <> 0,
    first_url = coalesce(batches.first_url, given.first_url), next_line = given.next_line, accepted = given.accepted,
    rejected = given.rejected, open_items = given.open_items, done = given.done, failed = given.failed,
    discoveries = given.discoveries, open_discoveries = given.open_discoveries, seq = given.seq, lines = given.lines,
    families = given.families, leftovers = given.leftovers, row_bytes = row_bytes + given.bytes,
    finished_at = CASE WHEN given.has_finished THEN now() ELSE finished_at END,
    lines_added_at = CASE WHEN given.has_new_lines THEN now() ELSE lines_added_at END
  FROM unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::smallint[],
      $18::bigint[], $19::boolean[], $20::boolean[])
    AS given (num, state, is_dropped, is_open, first_url, next_line, accepted, rejected, done, failed, discoveries, seq, lines,
      families, open_items, open_discoveries, leftovers, bytes, has_finished, has_new_lines)
  WHERE batches.num = given.num`
const INSERT = `
  INSERT INTO batches (id, owner, operation, source, first_url, request, state, created_at, expires_at, most_pages)
  SELECT $1, $2, $3, $4, $5, $6, $7, created_at, created_at + make_interval(mins => $9), $10
  FROM (SELECT $8::timestamptz AS created_at) AS given
  ON CONFLICT (id) DO NOTHING`
const OPEN = `
  SELECT id, request, state, created_at, first_url FROM batches WHERE has_open_sources AND state IN ('running', 'paused')
  ORDER BY num DESC`

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns true for the id of a batch as it is written. Other texts name no batch. */
export function isBatchId(id: string): boolean {
  return ID.test(id)
}

/** Null also for a batch that is being removed. */
export async function findBatch(session: Session, id: string): Promise<AskedRow | null> {
  const rows = isBatchId(id) ? await session.query<AskedRow>(FIND, [id]) : []
  return rows[0] ?? null
}

/** Locks a batch until the end of the transaction. Whoever adds items to a batch, or ends it, holds this lock. */
export async function lockBatch(session: Session, id: string): Promise<AskedRow | null> {
  const rows = isBatchId(id) ? await session.query<AskedRow>(LOCK, [id]) : []
  return rows[0] ?? null
}

/** Locks the rows of batches, in order of their numbers. A batch that is gone is missing in the answer. */
export async function lockBatches(
  session: Session,
  nums: readonly number[],
): Promise<ReadonlyMap<number, BatchRow>> {
  const rows = nums.length === 0 ? [] : await session.query<BatchRow>(LOCK_ALL, [nums])
  return new Map(rows.map((row) => [row.num, row]))
}

/** Stores a new batch. Does nothing when it is there: the answer of the first call was lost. */
export async function insertBatch(
  session: Session,
  { id, state, createdAt, ...asked }: Batch,
): Promise<void> {
  const request = asked satisfies NewBatch
  const { crawl, sitemaps, owner, operation } = request
  await session.query(INSERT, [
    ...[id, owner, operation, batchSourceOf(request), sitemaps[0] ?? null, JSON.stringify(request)],
    (state === 'open' ? state : 'begun') satisfies StoredState,
    new Date(createdAt).toISOString(),
    ...[crawl?.maxMinutes ?? null, crawl?.maxPages ?? null],
  ])
}

/** A locked batch after its change. */
export interface ChangedBatch {
  readonly row: BatchRow & Partial<Pick<AskedRow, 'first_url'>>
  /** It has finished by this change. */
  readonly hasFinished: boolean
  /** Bytes of its new result lines. */
  readonly bytes?: number
  /** Lines were added: the batch is not forgotten. */
  readonly hasNewLines?: boolean
}

/** Saves a locked batch, and finishes it when it has nothing left. */
export async function saveBatch(
  session: Session,
  row: ChangedBatch['row'],
  more: Pick<ChangedBatch, 'hasNewLines'> = {},
): Promise<void> {
  await saveBatches(session, [{ row, hasFinished: finishWhenDone(row, Date.now()), ...more }])
}

/** Saves locked batches. */
export async function saveBatches(session: Session, batches: readonly ChangedBatch[]): Promise<void> {
  if (batches.length === 0) return
  const rows = batches.map(({ row, hasFinished, bytes = 0, hasNewLines = false }) => ({
    ...{ first_url: null, ...row, bytes, hasFinished, hasNewLines },
    open_items: Math.max(0, row.waiting + row.running),
    open_discoveries: Math.max(0, row.scouts_waiting + row.scouts_running),
  }))
  await session.query(SAVE, [
    ...columnsOf(
      rows,
      'num',
      'state',
      'is_dropped',
      'is_open',
      'first_url',
      'next_line',
      'accepted',
      'rejected',
    ),
    ...columnsOf(
      rows,
      'done',
      'failed',
      'scouts',
      'seq',
      'lines',
      'families',
      'open_items',
      'open_discoveries',
    ),
    ...columnsOf(rows, 'leftovers', 'bytes', 'hasFinished', 'hasNewLines'),
  ])
}

/** What a batch is read from. */
export type StoredBatch = Pick<AskedRow, 'id' | 'request' | 'state' | 'created_at' | 'first_url'>

/** Converts a row to its batch. The first URL of a batch of sitemaps is that of a sitemap. */
export function batchOf(row: StoredBatch): Batch {
  const request = JSON.parse(row.request) as NewBatch
  const firstUrl = request.sitemaps.length > 0 ? null : row.first_url
  return {
    ...request,
    id: row.id,
    state: stateOf(row),
    createdAt: row.created_at.getTime(),
    ...(firstUrl !== null && { firstUrl }),
  }
}

/** The batches whose sources are not read to the end, the newest first. */
export async function openBatches(session: Session): Promise<Batch[]> {
  return (await session.query<StoredBatch>(OPEN)).map(batchOf)
}

export interface ChangeOptions extends Pick<FrontierOptions, 'notifier'> {
  readonly postgres: Postgres
}

/** Changes a batch in one transaction, which holds its lock. Resolves to null when there is no such batch. */
type Change = <T>(id: string, work: (session: Session, row: AskedRow) => Promise<T>) => Promise<T | null>

/** Makes the function that changes a batch, and notifies of it. */
export function makeChange({ postgres, notifier }: ChangeOptions): Change {
  return async (id, work) => {
    const changed = await postgres.transaction(async (session) => {
      const row = await lockBatch(session, id)
      if (row === null) return null
      const value = await work(session, row)
      await saveBatch(session, row)
      return { value, row }
    })
    notifyChange(notifier, id, changed?.row)
    return changed?.value ?? null
  }
}
