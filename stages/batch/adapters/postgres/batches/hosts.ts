import type { HostQueue } from '#shared/ports/batches.ts'
import type { Session } from '../connection/session.ts'
import type { BatchRow } from './batch-rows.ts'
import { TAKERS } from './in-flight.ts'

interface HostRow {
  readonly host: string
  readonly waiting: number
  readonly running: number
  readonly rests_until: Date | null
}

/** Queues that are compared: of more with about the same size, any may be named. */
const MOST_COMPARED = 1000

const LONGEST = `
  SELECT host, waiting, in_flight AS running, rests_until FROM (
    SELECT * FROM queues WHERE batch = $1 ORDER BY size DESC, host LIMIT greatest($2, ${MOST_COMPARED})
  ) AS largest ORDER BY waiting DESC, host LIMIT $2`
const RUNNING_OUT = `${TAKERS}
  SELECT host, 0 AS waiting, count(*) AS running, NULL AS rests_until
  FROM takers JOIN items ON items.taker = takers.taker AND items.batch = $1 JOIN queues ON queues.id = items.queue
  GROUP BY host ORDER BY host LIMIT $2`

/** The hosts of a batch with the most waiting items, ties by name. Of a dropped batch those with items in flight, by name. */
export async function hostsOf(
  session: Session,
  {
    num,
    is_dropped: isDropped,
    finished_at: finishedAt,
  }: Pick<BatchRow, 'num' | 'is_dropped' | 'finished_at'>,
  limit: number,
): Promise<HostQueue[]> {
  if (finishedAt !== null) return []
  const rows = await session.query<HostRow>(isDropped ? RUNNING_OUT : LONGEST, [num, limit])
  return rows.map(({ host, waiting, running, rests_until: until }) => ({
    host,
    waiting,
    running,
    restsUntil: until === null ? null : until.toISOString(),
  }))
}
