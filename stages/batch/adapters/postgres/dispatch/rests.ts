import type { Session } from '../connection/session.ts'
import { readyBelow } from './ready.ts'

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
