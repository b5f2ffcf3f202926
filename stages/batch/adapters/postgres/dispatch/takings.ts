import type { Session } from '../connection/session.ts'
import { columnsOf } from '../connection/values.ts'
import { IS_UNFINISHED, ITEM_COLUMNS, type ItemRow } from './item-rows.ts'

/** A taking that was not appended for this time is taken over. */
const TAKE_OVER_SECONDS = 10

/** The condition of a taking that may be taken over. */
export const OLD = `taken_at < now() - interval '${TAKE_OVER_SECONDS} s'`

const INSERT = 'INSERT INTO takings (batches, seqs) VALUES ($1::bigint[], $2::bigint[]) RETURNING id'
const REMOVE = 'DELETE FROM takings WHERE id = $1'
const TAKE_OVER = `
  WITH old AS (SELECT id FROM takings WHERE ${OLD} ORDER BY taken_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE takings SET taken_at = now() FROM old WHERE takings.id = old.id RETURNING takings.id, batches, seqs`
const MOVE = `
  WITH moved AS (
    SELECT items.batch, items.seq FROM unnest($2::bigint[], $3::bigint[]) AS given (batch, seq) JOIN items USING (batch, seq)
    WHERE due_at IS NOT NULL AND ${IS_UNFINISHED} FOR UPDATE OF items SKIP LOCKED
  )
  UPDATE items SET taker = $1 FROM moved WHERE items.batch = moved.batch AND items.seq = moved.seq RETURNING ${ITEM_COLUMNS}`

interface TakingRow {
  readonly id: number
  readonly batches: number[]
  readonly seqs: number[]
}

/** Records items as taken and not appended yet. Returns the id of the taking. */
export async function insertTaking(session: Session, items: readonly ItemRow[]): Promise<string> {
  const [row] = await session.query<Pick<TakingRow, 'id'>>(INSERT, columnsOf(items, 'batch', 'seq'))
  return String(row?.id)
}

/** Removes a taking whose items were appended. */
export async function removeTaking(session: Session, taking: string): Promise<void> {
  await session.query(REMOVE, [taking])
}

/** What another process took and did not append. */
export interface OldTaking {
  readonly taking: string
  /** Those that are still in flight, with their leases. */
  readonly rows: readonly ItemRow[]
}

/** Takes a taking over that was not appended in time. Null when there is none. */
export async function takeOver(session: Session, taker: number): Promise<OldTaking | null> {
  const [old] = await session.query<TakingRow>(TAKE_OVER)
  if (old === undefined) return null
  const rows = await session.query<ItemRow>(MOVE, [taker, old.batches, old.seqs])
  return { taking: String(old.id), rows }
}
