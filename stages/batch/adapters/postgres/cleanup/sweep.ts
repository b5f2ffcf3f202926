import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { BATCH_COLUMNS, type BatchRow, saveBatch } from '../batches/batch-rows.ts'
import type { Postgres, Session } from '../connection/postgres.ts'
import {
  removeBatch,
  removeItems,
  removeRange,
  type Table,
  tablesOfResults,
  tablesOfWork,
} from './remove-rows.ts'

/** How far the removal of a batch has come in this process. Another process begins at the first table. */
interface Progress {
  readonly table: number
  /** The keys of the first row that is left in the table; null = the first one of all. */
  readonly from: readonly string[] | null
}

const start: Progress = { table: 0, from: null }

/** Rows of one transaction, by how long the last one took. */
const FEWEST_ROWS = 100
const MOST_ROWS = 5000
const SHORT_MS = 10
const LONG_MS = 25

const NEXT = `
  SELECT ${BATCH_COLUMNS} FROM batches WHERE leftovers > ${leftover.nothing} AND num > $1 ORDER BY num LIMIT 1
  FOR UPDATE SKIP LOCKED`

/**
 * Makes the removal of what batches leave behind. Each call removes some rows of one batch, the batches in turn, and returns the
 * ids of those that have finished by it. A batch that another process works at is passed over.
 */
export function makeSweep(postgres: Postgres): () => Promise<string[]> {
  const progress = new Map<number, Progress>()
  let last = 0
  let rows = FEWEST_ROWS

  async function sweep(session: Session): Promise<string[]> {
    const [row] = await session.query<BatchRow>(NEXT, [last])
    last = row?.num ?? 0
    if (row === undefined) return []
    const known = progress.get(row.num) ?? start
    const wasRunning = row.leftovers === leftover.waiting
    progress.delete(row.num)
    const next = await removeSome(session, row, known, rows)
    if (next !== null) progress.set(row.num, next)
    return wasRunning && row.leftovers === leftover.work ? [row.id] : []
  }

  return async () => {
    const before = performance.now()
    const ended = await postgres.transaction(sweep)
    rows = nextSize(rows, performance.now() - before)
    return ended
  }
}

function nextSize(rows: number, ms: number): number {
  if (ms < SHORT_MS) return Math.min(MOST_ROWS, rows * 2)
  return ms > LONG_MS ? Math.max(FEWEST_ROWS, Math.ceil(rows / 2)) : rows
}

/** Removes some rows of a locked batch, and saves it. Null when nothing is left for now. */
async function removeSome(
  session: Session,
  row: BatchRow,
  known: Progress,
  rows: number,
): Promise<Progress | null> {
  if (row.leftovers === leftover.waiting) return sweepWaiting(session, row, known, rows)
  const tables = row.leftovers === leftover.all ? [...tablesOfResults, ...tablesOfWork] : tablesOfWork
  const table = tables[known.table]
  if (table !== undefined) return sweepTable(session, row, { table, known, rows })
  if (row.leftovers === leftover.all) await removeBatch(session, row.num)
  else await saveBatch(session, Object.assign(row, { leftovers: leftover.nothing }))
  return null
}

async function sweepWaiting(
  session: Session,
  row: BatchRow,
  known: Progress,
  rows: number,
): Promise<Progress | null> {
  const { pages, discoveries, last, hasMore } = await removeItems(
    session,
    'waiting',
    row.num,
    known.from,
    rows,
  )
  row.waiting = Math.max(0, row.waiting - pages)
  row.scouts_waiting = Math.max(0, row.scouts_waiting - discoveries)
  if (!hasMore) row.leftovers = leftover.nothing
  await saveBatch(session, row)
  return hasMore ? { table: 0, from: last } : null
}

interface TableSlice {
  readonly table: Table
  readonly known: Progress
  readonly rows: number
}

async function sweepTable(
  session: Session,
  row: BatchRow,
  { table, known, rows }: TableSlice,
): Promise<Progress> {
  const next = { table: known.table + 1, from: null }
  if (table.name === 'items') {
    const { last, hasMore } = await removeItems(session, 'all', row.num, known.from, rows)
    return hasMore ? { table: known.table, from: last } : next
  }
  const from = await removeRange(session, table, row.num, { from: known.from, rows })
  return from === null ? next : { table: known.table, from }
}
