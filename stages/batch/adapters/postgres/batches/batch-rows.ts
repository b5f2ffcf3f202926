import type { BatchSource, BatchState, NewBatch } from '#shared/ports/batches.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import type { Session } from '../connection/session.ts'
import { leftover } from '../schema/numbers.ts'

/** A batch that was created and not started is invisible. */
type StoredState = BatchState | 'begun'

/** A row of `batches`, as far as it is changed here. It is locked, changed and saved within one transaction. */
export interface BatchRow {
  readonly num: number
  readonly id: string
  readonly request: string
  state: StoredState
  is_dropped: boolean
  has_open_sources: boolean
  readonly created_at: Date
  readonly finished_at: Date | null
  first_url: string | null
  next_line: number
  readonly most_pages: number | null
  accepted: number
  rejected: number
  open_items: number
  discoveries: number
  open_discoveries: number
  seq: number
  leftovers: number
}

/** The columns of a `BatchRow`. */
export const BATCH_COLUMNS = `num, id, request, state, is_dropped, has_open_sources, created_at, finished_at, first_url, next_line, most_pages,
  accepted, rejected, open_items, discoveries, open_discoveries, seq, leftovers`

const FIND = `SELECT ${BATCH_COLUMNS} FROM batches WHERE id = $1 AND leftovers < ${leftover.all}`
const LOCK = `${FIND} FOR UPDATE`
const SAVE = `
  UPDATE batches SET state = $2, is_dropped = $3, has_open_sources = $4, first_url = $5, next_line = $6, accepted = $7, rejected = $8,
    open_items = $9, discoveries = $10, open_discoveries = $11, seq = $12, leftovers = $13,
    finished_at = CASE WHEN $14 THEN now() ELSE finished_at END, lines_added_at = CASE WHEN $15 THEN now() ELSE lines_added_at END
  WHERE num = $1`
const INSERT = `
  INSERT INTO batches (id, owner, operation, source, first_url, request, state, created_at, expires_at, most_pages)
  SELECT $1, $2, $3, $4, $5, $6, $7, created_at, created_at + make_interval(mins => $9), $10
  FROM (SELECT $8::timestamptz AS created_at) AS given
  ON CONFLICT (id) DO NOTHING`

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns true for the id of a batch as it is written. Other texts name no batch. */
export function isBatchId(id: string): boolean {
  return ID.test(id)
}

/** Null also for a batch that is being removed. */
export async function findBatch(session: Session, id: string): Promise<BatchRow | null> {
  const rows = isBatchId(id) ? await session.query<BatchRow>(FIND, [id]) : []
  return rows[0] ?? null
}

/** Locks a batch until the end of the transaction. Whoever adds items to a batch, or ends it, holds this lock. */
export async function lockBatch(session: Session, id: string): Promise<BatchRow | null> {
  const rows = isBatchId(id) ? await session.query<BatchRow>(LOCK, [id]) : []
  return rows[0] ?? null
}

/** Stores a new batch. Does nothing when it is there: the answer of the first call was lost. */
export async function insertBatch(
  session: Session,
  { id, state, createdAt, ...asked }: Batch,
): Promise<void> {
  const request = asked satisfies NewBatch
  const { crawl, sitemaps, owner, operation } = request
  await session.query(INSERT, [
    id,
    owner,
    operation,
    sourceOf(request),
    sitemaps[0] ?? null,
    JSON.stringify(request),
    state === 'open' ? state : 'begun',
    new Date(createdAt).toISOString(),
    crawl?.maxMinutes ?? null,
    crawl?.maxPages ?? null,
  ])
}

/** What else a save records. */
export interface SaveOptions {
  /** Lines were added: the batch is not forgotten. */
  readonly hasNewLines?: boolean
}

/** Saves a locked batch, and finishes it when it has nothing left. */
export async function saveBatch(
  session: Session,
  row: BatchRow,
  { hasNewLines = false }: SaveOptions = {},
): Promise<void> {
  const isFinished = ends(row)
  if (isFinished) {
    row.leftovers = leftover.work
    if (row.state !== 'cancelled') row.state = 'finished'
  }
  await session.query(SAVE, [
    row.num,
    row.state,
    row.is_dropped,
    row.has_open_sources,
    row.first_url,
    row.next_line,
    row.accepted,
    row.rejected,
    row.open_items,
    row.discoveries,
    row.open_discoveries,
    row.seq,
    row.leftovers,
    isFinished,
    hasNewLines,
  ])
}

function ends(row: BatchRow): boolean {
  const hasLeft = row.open_items > 0 || row.open_discoveries > 0 || row.has_open_sources
  return row.finished_at === null && !takesLines(row) && !hasLeft
}

/** Returns true before the start of a batch: its lines are not complete. */
export function takesLines({ state }: Pick<BatchRow, 'state'>): boolean {
  return state === 'begun' || state === 'open'
}

/** Converts a row to its batch. The first URL of a batch of sitemaps is that of a sitemap. */
export function batchOf(row: Pick<BatchRow, 'id' | 'request' | 'state' | 'created_at' | 'first_url'>): Batch {
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

/** A batch whose lines are still being read appears as running, unless it is open. */
export function stateOf({ state }: Pick<BatchRow, 'state'>): BatchState {
  return state === 'begun' ? 'running' : state
}

function sourceOf({ crawl, sitemaps }: Pick<NewBatch, 'crawl' | 'sitemaps'>): BatchSource {
  if (crawl !== null) return 'crawl'
  return sitemaps.length > 0 ? 'sitemaps' : 'urls'
}
