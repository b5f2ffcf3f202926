import { EXTERNAL_PRODUCERS, MAX_DOUBLINGS, MOST_QUEUES } from '../../../frontier/decisions/bounds.ts'
import type { FrontierFigures } from '../../frontier-metrics.ts'
import type { Session } from '../connection/postgres.ts'
import { IS_OLD } from './take-items.ts'

/** What there is to do for a dispatch. */
export interface Survey {
  /** Leases have expired. */
  readonly hasExpired: boolean
  /** There are takings that were not appended in time. */
  readonly hasOldTakings: boolean
  /** The rests of some queues are over. */
  readonly hasRested: boolean
  /** Batches with ready queues, in turn. Of many, those that come next. */
  readonly batches: readonly ReadyBatch[]
}

interface ReadyBatch {
  readonly num: number
  /** It is not paused, and has not ended. */
  readonly isDispatchable: boolean
}

interface SurveyRow {
  readonly has_expired: boolean
  readonly has_old_takings: boolean
  readonly has_rested: boolean
  readonly nums: number[] | null
  readonly running: boolean[] | null
}

/** Batches of one survey: many of them may be paused. */
const MOST_BATCHES = 200

/** The numbers of batches with ready queues, between two numbers. Each costs one look-up in the index. */
const readyBetween = (name: string, after: string, last: string) => `
  ${name} (batch) AS (
    (SELECT batch FROM queues WHERE is_ready AND batch > ${after} AND batch <= ${last} ORDER BY batch LIMIT 1)
    UNION ALL
    SELECT (
      SELECT queues.batch FROM queues WHERE is_ready AND queues.batch > ${name}.batch AND queues.batch <= ${last}
      ORDER BY queues.batch LIMIT 1)
    FROM ${name} WHERE ${name}.batch IS NOT NULL
  )`

const SURVEY = `
  WITH RECURSIVE ${readyBetween('later', '$1', `${Number.MAX_SAFE_INTEGER}`)},
    ${readyBetween('earlier', '-1', '$1')},
    ready AS (
      SELECT batch, row_number() OVER () AS place FROM (
        SELECT * FROM (SELECT batch FROM later LIMIT ${MOST_BATCHES}) AS later
        UNION ALL SELECT * FROM (SELECT batch FROM earlier LIMIT ${MOST_BATCHES}) AS earlier
      ) AS ready WHERE batch IS NOT NULL LIMIT ${MOST_BATCHES}
    ),
    known AS (
      SELECT batch, place, batch = ${EXTERNAL_PRODUCERS} OR coalesce(state = 'running' AND NOT is_dropped, false) AS is_running
      FROM ready LEFT JOIN batches ON num = batch
    )
  SELECT array_agg(batch ORDER BY place) AS nums, array_agg(is_running ORDER BY place) AS running,
    coalesce((SELECT due_at FROM items WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1) <= now(), false) AS has_expired,
    EXISTS (SELECT FROM takings WHERE ${IS_OLD}) AS has_old_takings,
    EXISTS (SELECT FROM queues WHERE rests_until <= now()) AS has_rested
  FROM known`

/** Looks what there is to dispatch. `last`: the batch that was last in turn. */
export async function survey(session: Session, last: number): Promise<Survey> {
  const [row] = await session.query<SurveyRow>(SURVEY, [last])
  const { nums, running, has_expired, has_old_takings, has_rested } = row as SurveyRow
  const batches = (nums ?? []).map((num, at) => ({ num, isDispatchable: running?.[at] ?? false }))
  return { hasExpired: has_expired, hasOldTakings: has_old_takings, hasRested: has_rested, batches }
}

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
