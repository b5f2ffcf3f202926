import type { DatabaseSync } from 'node:sqlite'
import type { HostQueue } from '#shared/ports/batches.ts'
import { EXTERNAL_PRODUCERS, MAX_DOUBLINGS, MOST_QUEUES } from '../../../frontier/decisions/bounds.ts'
import type { FrontierFigures } from '../../frontier-metrics.ts'
import { IN_FLIGHT, placeOf } from './schema.ts'

/** In `rests_until` of a queue whose cooldown is over, until an item of it ends: one item less is in flight. */
const RESTED = 1

/** The condition of a ready queue: items wait, it does not rest, and fewer than its most are in flight. */
function readyBelow(perHost: number) {
  return (waiting: string, underWay: string, restsUntil: string) =>
    `(${waiting} > 0 AND ${restsUntil} <= ${RESTED} AND ${underWay} < max(1, coalesce(most, ${perHost}) - ${restsUntil}))`
}

/**
 * Prepares the statements on `queues`. A queue holds the waiting items of one host in one batch. `perHost`: the most items
 * in flight of one queue. Between two cooldowns it is one less, so that a slow host has no items in the stages that wait.
 */
export function queuesTable(db: DatabaseSync, perHost: number) {
  let turn = Date.now() * 1000
  const ready = readyBelow(perHost)
  const isReady = ready('waiting', 'under_way', 'rests_until')
  db.exec(`UPDATE queues SET is_ready = ${isReady} WHERE is_ready <> ${isReady}`)
  const find = db.prepare('SELECT id FROM queues WHERE batch = ? AND host = ?')
  const insert = db.prepare(`
    INSERT INTO queues (batch, host, waiting, under_way, turn, is_ready, most) VALUES (?, ?, 0, 0, ?, 0, ?) RETURNING id`)
  const readyBatch = db.prepare('SELECT min(batch) AS batch FROM queues WHERE is_ready = 1 AND batch > ?')
  const next = db.prepare('SELECT id FROM queues WHERE batch = ? AND is_ready = 1 ORDER BY turn LIMIT 1')
  const wait = db.prepare(`
    UPDATE queues SET waiting = waiting + $items,
      is_ready = ${ready('waiting + $items', 'under_way', 'rests_until')} WHERE id = $id`)
  const start = db.prepare(`
    UPDATE queues SET waiting = waiting - 1, under_way = under_way + 1, turn = $turn,
      is_ready = ${ready('waiting - 1', 'under_way + 1', 'rests_until')} WHERE id = $id`)
  const afterRest = `iif(rests_until = ${RESTED}, 0, rests_until)`
  const end = db.prepare(`
    UPDATE queues SET under_way = under_way - $items, rests_until = ${afterRest},
      is_ready = ${ready('waiting', 'under_way - $items', afterRest)} WHERE id = $id`)
  const removeEmpty = db.prepare('DELETE FROM queues WHERE id = ? AND waiting = 0 AND under_way = 0')
  const comeBack = db.prepare(`
    UPDATE queues SET waiting = waiting + 1, under_way = under_way - 1, rests_until = $until, is_ready = 0
    WHERE id = $id`)
  const rest = db.prepare(`
    UPDATE queues SET rests_until = $until, is_ready = 0 WHERE id = $id AND rests_until < $until`)
  // The first condition is that of the index.
  const hasRested = `rests_until > 0 AND rests_until > ${RESTED} AND rests_until <= ?`
  const wakeRested = db.prepare(`
    UPDATE queues SET rests_until = ${RESTED}, is_ready = ${ready('waiting', 'under_way', `${RESTED}`)}
    WHERE ${hasRested}`)
  const longest = db.prepare(`
    SELECT host, waiting, under_way AS running, rests_until FROM queues WHERE batch = ? ORDER BY waiting DESC, host LIMIT ?`)
  const runningOut = db.prepare(`
    SELECT host, 0 AS waiting, count(*) AS running, 0 AS rests_until FROM items JOIN queues ON queues.id = items.queue
    WHERE items.state = ${IN_FLIGHT} AND place >= ? AND place < ? GROUP BY host ORDER BY host LIMIT ?`)
  const remove = db.prepare('DELETE FROM queues WHERE id IN (SELECT id FROM queues WHERE batch = ? LIMIT ?)')

  return {
    perHost,
    /** Returns the queue of a host. A new queue goes to the end of the order. `own`: most items in flight, in place of `perHost`. */
    idOf: (batch: number, host: string, own: number | null = null) =>
      (find.get(batch, host) ?? insert.get(batch, host, ++turn, own))?.id as number,
    /** The first batch after this number that has a ready queue. Null when there is none. */
    readyBatch: (after: number) => (readyBatch.get(after)?.batch as number | null | undefined) ?? null,
    /** The ready queue of a batch that is next in order. Null when none is ready. */
    nextReady: (batch: number) => (next.get(batch)?.id as number | undefined) ?? null,
    /** Adds waiting items. */
    addWaiting: (id: number, items: number) => void wait.run({ id, items }),
    /** Moves one item from waiting to in flight, and the queue to the end of the order. */
    startOne: (id: number) => void start.run({ id, turn: ++turn }),
    /** Completes items in flight. A queue without items is removed. */
    complete(id: number, items: number): void {
      end.run({ id, items })
      removeEmpty.run(id)
    },
    /** Returns one item in flight to the queue, and starts a cooldown. */
    returnOne: (id: number, until: number) => void comeBack.run({ id, until }),
    /** Starts a cooldown, unless there is a longer one. */
    rest: (id: number, until: number) => void rest.run({ id, until }),
    /** Ends the cooldowns that are over, and returns how many. */
    endCooldowns: (now: number) => Number(wakeRested.run(now).changes),
    /** The queues of a batch with the most waiting items, ties by name. */
    longest: (batch: number, limit: number) => longest.all(batch, limit).map(hostQueue),
    /** The hosts of a batch with items in flight, by name. Waiting items do not count: they were dropped. */
    inFlightHosts: (batch: number, limit: number) =>
      runningOut.all(placeOf(batch, 0), placeOf(batch + 1, 0), limit).map(hostQueue),
    /** Removes some queues of the batch, and returns how many. */
    remove: (batch: number, limit: number) => Number(remove.run(batch, limit).changes),
  }
}

function hostQueue(row: unknown): HostQueue {
  const { host, waiting, running, rests_until } = row as HostQueue & { rests_until: number }
  return {
    host,
    waiting,
    running,
    restsUntil: rests_until <= RESTED ? null : new Date(rests_until).toISOString(),
  }
}

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
