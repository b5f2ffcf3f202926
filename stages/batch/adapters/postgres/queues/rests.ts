import type { Session } from '../connection/session.ts'
import { columnsOf } from '../connection/values.ts'
import { readyBelow } from './queue-rows.ts'

/** The items of a queue are dispatched so long before the end of its cooldown. */
const EARLY_MS = 1000

const REST = `
  WITH given AS (
    SELECT queue AS id, to_timestamp((max(until) - ${EARLY_MS}) / 1000) AS until
    FROM unnest($1::bigint[], $2::float8[]) AS given (queue, until) GROUP BY queue),
  locked AS (SELECT id FROM queues WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE)
  UPDATE queues SET rests_until = given.until, has_rested = false, is_ready = false
  FROM given JOIN locked ON locked.id = given.id
  WHERE queues.id = given.id AND (rests_until IS NULL OR rests_until < given.until)`

/** A queue whose host has a long cooldown, in milliseconds since the epoch. */
export interface RestingQueue {
  readonly queue: number
  readonly until: number
}

/** Starts cooldowns of queues, unless there are longer ones. */
export async function restQueues(session: Session, resting: readonly RestingQueue[]): Promise<void> {
  if (resting.length > 0) await session.query(REST, columnsOf(resting, 'queue', 'until'))
}

/** Queues of one statement, so that it holds their locks for some milliseconds only. */
const QUEUES_AT_ONCE = 500

const endRests = (perHost: number) => `
  WITH rested AS (
    SELECT id FROM queues WHERE rests_until <= now() ORDER BY rests_until LIMIT ${QUEUES_AT_ONCE} FOR UPDATE SKIP LOCKED
  )
  UPDATE queues SET rests_until = NULL, has_rested = true,
    is_ready = ${readyBelow(perHost, { rests_until: 'NULL::timestamptz', has_rested: 'true' })}
  FROM rested WHERE queues.id = rested.id`

/** Ends the rests of queues that are over. Until an item of a queue ends, one less than its most is in flight. */
export async function endRestsOfQueues(session: Session, perHost: number): Promise<void> {
  await session.query(endRests(perHost))
}
