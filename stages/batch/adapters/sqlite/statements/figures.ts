import type { DatabaseSync } from 'node:sqlite'
import type { FrontierFigures } from '../../frontier-metrics.ts'
import { MAX_DOUBLINGS } from '../dispatch.ts'
import { EXTERNAL_PRODUCERS, IN_FLIGHT } from './schema.ts'

/** Rests end at times above this one: see `queues.ts`. */
const RESTED = 1
/** Queues of which the waiting items are added up: of more than that rest at a time, or have requests of external producers. */
const MOST_QUEUES = 10_000

/** Waiting items come from the counters of the batches, since queues are too many to add up. */
const FIGURES = `
  WITH in_flight AS (
    SELECT count(*) AS items, coalesce(max($lease * (1 << min(lease - 1, ${MAX_DOUBLINGS})) - (due_at - $now)), 0) AS oldest
    FROM items INDEXED BY due_items WHERE state = ${IN_FLIGHT}
  ), open AS (
    SELECT coalesce(sum(waiting + scouts_waiting), 0) AS items FROM batches
    WHERE finished_at IS NULL AND state = 'running' AND is_dropped = 0
  ), external AS (
    SELECT coalesce(sum(waiting), 0) AS items
    FROM (SELECT waiting FROM queues WHERE batch = ${EXTERNAL_PRODUCERS} LIMIT ${MOST_QUEUES})
  ), resting AS (
    SELECT coalesce(sum(waiting), 0) AS items
    FROM (SELECT waiting FROM queues WHERE rests_until > 0 AND rests_until > ${RESTED} LIMIT ${MOST_QUEUES})
  )
  SELECT max(0, open.items + external.items - resting.items) AS ready, resting.items AS resting, in_flight.items AS in_flight,
    max(0, in_flight.oldest) / 1000.0 AS oldest_seconds
  FROM in_flight, open, external, resting`

/** Prepares the question what the process has to do. `leaseMs`: the first lease of an item. */
export function figuresOf(db: DatabaseSync, leaseMs: number): () => FrontierFigures {
  const read = db.prepare(FIGURES)
  return () => read.get({ lease: leaseMs, now: Date.now() }) as unknown as FrontierFigures
}
