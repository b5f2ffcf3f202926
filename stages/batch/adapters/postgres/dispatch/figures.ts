import type { FrontierFigures } from '../../frontier-metrics.ts'
import type { Session } from '../connection/session.ts'
import { EXTERNAL_PRODUCERS } from '../schema/numbers.ts'
import { MAX_DOUBLINGS } from './item-rows.ts'

/** Queues of which the waiting items are added up: of more than that rest at a time, or have requests of external producers. */
const MOST_QUEUES = 10_000

/**
 * The number of waiting items comes from the counters of the batches, since queues are too many to add up: waiting or in flight, less
 * those in flight.
 */
const FIGURES = `
  WITH in_flight AS (
    SELECT count(*) AS all_items, count(*) FILTER (WHERE state = 'running' AND NOT is_dropped) AS of_running,
      coalesce(max($1::double precision / 1000 * 2 ^ least(lease - 1, ${MAX_DOUBLINGS}) - extract(epoch FROM due_at - now())), 0) AS oldest
    FROM items LEFT JOIN batches ON num = batch WHERE taker IS NOT NULL AND (batch = ${EXTERNAL_PRODUCERS} OR finished_at IS NULL)
  ), open AS (
    SELECT coalesce(sum(open_items + open_discoveries), 0) AS items FROM batches
    WHERE finished_at IS NULL AND state = 'running' AND NOT is_dropped
  ), external AS (
    SELECT coalesce(sum(waiting), 0) AS items
    FROM (SELECT waiting FROM queues WHERE batch = ${EXTERNAL_PRODUCERS} LIMIT ${MOST_QUEUES}) AS found
  ), resting AS (
    SELECT coalesce(sum(waiting), 0) AS items
    FROM (SELECT waiting FROM queues WHERE rests_until IS NOT NULL LIMIT ${MOST_QUEUES}) AS found
  )
  SELECT greatest(0, open.items + external.items - of_running - resting.items)::bigint AS ready, resting.items::bigint AS resting,
    all_items AS in_flight, greatest(0, oldest)::double precision AS oldest_seconds
  FROM in_flight, open, external, resting`

/** Reads what all processes have to do. `leaseMs`: the first lease of an item. */
export async function readFigures(session: Session, leaseMs: number): Promise<FrontierFigures> {
  const [row] = await session.query<FrontierFigures>(FIGURES, [leaseMs])
  return row as FrontierFigures
}
