import { randomUUID } from 'node:crypto'
import type { Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { appendLines } from '#stages/batch/adapters/postgres/results/result-rows.ts'
import { resultLine } from '#stages/batch/result-line.ts'
import { page, result } from '#test/contract/frontier/batch-scene.ts'

export interface StoredBatch {
  readonly id: string
  readonly num: number
}

/** The line of an item with this number. */
export function lineOf(batch: string, n: number, value: unknown = 'x'): string {
  const url = 'http://x.example/'
  return resultLine(n, { ...page(url), batch, seq: n }, 'metadata', result(url, value))
}

export const numbers = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** Stores a batch that runs and has no lines. */
export async function storeBatch(postgres: Postgres): Promise<StoredBatch> {
  const id = randomUUID()
  const [row] = await postgres.query<{ num: number }>(
    `INSERT INTO batches (id, operation, source, request, state) VALUES ($1, 'metadata', 'urls', '{}', 'running')
     RETURNING num`,
    [id],
  )
  return { id, num: row?.num ?? 0 }
}

/** Appends lines as the end of their items does. `line` makes one of its number. */
export async function append(
  postgres: Postgres,
  { id, num }: StoredBatch,
  count: number,
  line: (n: number) => string = (n) => lineOf(id, n),
): Promise<void> {
  await postgres.transaction(async (session) => {
    const [row] = await session.query<{ lines: number }>(
      'SELECT lines FROM batches WHERE num = $1 FOR UPDATE',
      [num],
    )
    const first = (row?.lines ?? 0) + 1
    const last = first + count - 1
    const lines = Buffer.from(numbers(first, last).map(line).join(''))
    await appendLines(session, [{ batch: num, first, last, lines }])
    const counted = 'UPDATE batches SET lines = $2, row_bytes = row_bytes + $3 WHERE num = $1'
    await session.query(counted, [num, last, lines.length])
  })
}

export async function end(postgres: Postgres, { num }: StoredBatch): Promise<void> {
  await postgres.query("UPDATE batches SET state = 'finished', finished_at = now() WHERE num = $1", [num])
}

/** What remains to be removed of a batch that is gone for callers; then its rows are, as the clean-up leaves them. */
export async function removeBatch(postgres: Postgres, { num }: StoredBatch): Promise<void> {
  await postgres.query('UPDATE batches SET leftovers = 3 WHERE num = $1', [num])
  await postgres.query(
    `INSERT INTO unnamed_objects (object, made_at) SELECT object, '-infinity' FROM segments WHERE batch = $1`,
    [num],
  )
  for (const table of ['segments', 'result_rows'])
    await postgres.query(`DELETE FROM ${table} WHERE batch = $1`, [num])
}

/** The ranges of lines that are in a table. */
export async function rangesIn(postgres: Postgres, table: 'segments' | 'result_rows', { num }: StoredBatch) {
  const rows = await postgres.query<{ first: number; last: number }>(
    `SELECT first, last FROM ${table} WHERE batch = $1 ORDER BY first`,
    [num],
  )
  return rows.map(({ first, last }) => [first, last])
}
