import { hostKey } from '#shared/messages/topics.ts'
import type { Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import {
  type PostgresFrontierOptions,
  postgresFrontier,
} from '#stages/batch/adapters/postgres/postgres-frontier.ts'
import type { Dispatch, Frontier } from '#stages/batch/frontier/frontier.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'

export const LEASE_MS = 3_600_000

/** A frontier on the database of a test. */
export function frontierOf(postgres: Postgres, more: Partial<PostgresFrontierOptions> = {}): Frontier {
  return postgresFrontier({
    ...{
      postgres,
      queueOf: hostKey,
      notifier: makeNotifier(),
      window: 100_000,
      leaseMs: LEASE_MS,
      perHost: 2,
    },
    discover: () => ({ items: [], done: [] }),
    ...more,
  })
}

/** Takes up to `limit` items, which are appended. */
export async function dispatchBy(frontier: Frontier, limit: number): Promise<Dispatch[]> {
  const { taking, dispatches } = await frontier.dispatch(limit)
  if (taking !== null) await frontier.appended(taking)
  return dispatches
}

/** A number that a statement returns. */
export async function countOf(postgres: Postgres, statement: string): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(`SELECT (${statement})::bigint AS count`)
  return row?.count ?? 0
}
