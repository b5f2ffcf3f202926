import { hostKey } from '#shared/messages/topics.ts'
import type { Session } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import type { EndingsOptions } from '#stages/batch/adapters/postgres/endings/complete.ts'
import { postgresFrontier } from '#stages/batch/adapters/postgres/postgres-frontier.ts'
import type { Batch, Discover, NewItem } from '#stages/batch/frontier/frontier.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'
import type { TestDatabase } from '../database-of-test.ts'

/** Options of endings in a database of a test. */
export function endingsIn(
  postgres: TestDatabase,
  discover: Discover = () => ({ items: [], done: [] }),
): EndingsOptions {
  return { postgres, discover, queueOf: hostKey, perHost: 2 }
}

/** Stores a batch that has started, with these items. Returns its number. */
export async function startInDatabase(
  postgres: TestDatabase,
  batch: Batch,
  items: readonly NewItem[],
): Promise<number> {
  const frontier = postgresFrontier({
    ...endingsIn(postgres),
    ...{ window: 1000, leaseMs: 3_600_000, notifier: makeNotifier() },
  })
  await frontier.create(batch)
  await frontier.add(batch.id, items)
  await frontier.start(batch.id, false)
  const [row] = await postgres.query<{ num: number }>('SELECT num FROM batches WHERE id = $1', [batch.id])
  return row?.num ?? 0
}

/** Marks items of a batch as dispatched. */
export async function dispatchInDatabase(session: Session, num: number): Promise<void> {
  await session.query("UPDATE items SET due_at = now() + interval '1 hour', lease = 1 WHERE batch = $1", [
    num,
  ])
  await session.query(
    'UPDATE queues SET in_flight = waiting, waiting = 0, is_ready = false WHERE batch = $1',
    [num],
  )
}

/** The result lines of a batch, in order. */
export async function linesInDatabase(session: Session, num: number): Promise<string> {
  const rows = await session.query<{ lines: Buffer }>(
    'SELECT lines FROM result_rows WHERE batch = $1 ORDER BY first',
    [num],
  )
  return Buffer.concat(rows.map(({ lines }) => lines)).toString()
}
