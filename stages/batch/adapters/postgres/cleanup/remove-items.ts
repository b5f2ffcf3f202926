import type { Session } from '../connection/session.ts'
import { storedRoles } from '../schema/numbers.ts'

/**
 * Locked items are left for later: who ends them may wait for the batch's lock, which the caller holds. The end of a pass is when
 * no item is left, also none that is locked.
 */
const removal = (condition: string) => `
  WITH next AS (
    SELECT seq FROM items WHERE batch = $1 AND seq > $2 ${condition} ORDER BY seq LIMIT $3 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM items USING next WHERE items.batch = $1 AND items.seq = next.seq RETURNING items.seq, role
  )
  SELECT count(*)::int AS items, count(*) FILTER (WHERE role = ${storedRoles.discovery})::int AS discoveries, max(seq) AS last
  FROM removed`
const question = (condition: string) => `
  SELECT EXISTS (SELECT FROM items WHERE batch = $1 ${condition}) AS has_more`

const IS_WAITING = 'AND due_at IS NULL'
const statements = {
  all: { remove: removal(''), ask: question('') },
  waiting: { remove: removal(IS_WAITING), ask: question(IS_WAITING) },
} as const

/** Items that were removed. */
export interface RemovedItems {
  readonly pages: number
  readonly discoveries: number
  /** The number of the last one; null = a new pass begins. */
  readonly last: readonly string[] | null
  readonly hasMore: boolean
}

interface RemovedRow {
  readonly items: number
  readonly discoveries: number
  readonly last: number | null
}

/** Removes some items of a batch behind `after`: all, or those that wait. */
export async function removeItems(
  session: Session,
  which: keyof typeof statements,
  batch: number,
  after: readonly string[] | null,
  rows: number,
): Promise<RemovedItems> {
  const { remove, ask } = statements[which]
  const [removed] = await session.query<RemovedRow>(remove, [batch, after?.[0] ?? '0', rows])
  const { items, discoveries, last } = removed as RemovedRow
  const counts = { pages: items - discoveries, discoveries }
  if (items === rows) return { ...counts, last: [String(last)], hasMore: true }
  const [left] = await session.query<{ has_more: boolean }>(ask, [batch])
  return { ...counts, last: null, hasMore: left?.has_more ?? false }
}
