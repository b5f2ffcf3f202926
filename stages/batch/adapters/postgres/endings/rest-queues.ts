import type { Postgres } from '../connection/session.ts'

/** The items of a queue are dispatched so long before the end of its cooldown. */
const EARLY_MS = 1000

const REST = `
  WITH given AS (SELECT id, max(until) AS until FROM unnest($1::bigint[], $2::float8[]) AS given (id, until) GROUP BY id),
  locked AS (SELECT id FROM queues WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE)
  UPDATE queues SET rests_until = to_timestamp(given.until / 1000), has_rested = false, is_ready = false
  FROM given JOIN locked ON locked.id = given.id
  WHERE queues.id = given.id AND (rests_until IS NULL OR rests_until < to_timestamp(given.until / 1000))`

/** A queue whose host has a long cooldown, in milliseconds since the epoch. */
export interface RestingQueue {
  readonly queue: number
  readonly until: number
}

/** Starts cooldowns of queues, unless there are longer ones. */
export async function restQueues(postgres: Postgres, resting: readonly RestingQueue[]): Promise<void> {
  if (resting.length === 0) return
  await postgres.query(REST, [
    resting.map(({ queue }) => queue),
    resting.map(({ until }) => until - EARLY_MS),
  ])
}
