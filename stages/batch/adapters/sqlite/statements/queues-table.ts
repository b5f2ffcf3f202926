import type { DatabaseSync } from 'node:sqlite'
import type { HostQueue } from '#shared/ports/batches.ts'
import { IN_FLIGHT, placeOf } from '../schema.ts'

/** The statements over `queues`: the waiting items of one host in one batch each. */
export interface QueuesTable {
  /** The queue of a host, made when there is none; it goes behind the others. */
  idOf(batch: number, host: string): number
  /** The first batch behind this one that has a queue which may release something; null when there is none. */
  readyBatch(after: number): number | null
  /** The queue of a batch whose turn it is; null when none may release anything. */
  nextReady(batch: number): number | null
  /** Items came to wait. */
  addWaiting(id: number, items: number): void
  /** A waiting item goes under way, and the queue behind the others. */
  startOne(id: number): void
  /** Items under way ended; a queue that holds none any more is removed. */
  complete(id: number, items: number): void
  /** An item under way came back: it waits again, and the queue rests. */
  returnOne(id: number, restsUntil: number): void
  /** Queues whose rest is over go on; answers how many. */
  endCooldowns(now: number): number
  /** The queues of a batch with most waiting, ties by name. */
  longest(batch: number, limit: number): HostQueue[]
  /** The hosts of a batch, by name, that have items under way, whatever waited was dropped. */
  inFlightHosts(batch: number, limit: number): HostQueue[]
  /** Removes some queues of the batch; answers how many. */
  remove(batch: number, limit: number): number
}

/** `perHost`: items of a queue that may be under way. */
export function queuesTable(db: DatabaseSync, perHost: number): QueuesTable {
  let turn = Date.now() * 1000
  const ready = (waiting: string, underWay: string, restsUntil: string) =>
    `(${waiting} > 0 AND ${underWay} < ${perHost} AND ${restsUntil} = 0)`
  const isReady = ready('waiting', 'under_way', 'rests_until')
  db.exec(`UPDATE queues SET is_ready = ${isReady} WHERE is_ready <> ${isReady}`)
  const find = db.prepare('SELECT id FROM queues WHERE batch = ? AND host = ?')
  const insert = db.prepare(`
    INSERT INTO queues (batch, host, waiting, under_way, turn, is_ready) VALUES (?, ?, 0, 0, ?, 0) RETURNING id`)
  const readyBatch = db.prepare('SELECT min(batch) AS batch FROM queues WHERE is_ready = 1 AND batch > ?')
  const next = db.prepare('SELECT id FROM queues WHERE batch = ? AND is_ready = 1 ORDER BY turn LIMIT 1')
  const wait = db.prepare(`
    UPDATE queues SET waiting = waiting + $items,
      is_ready = ${ready('waiting + $items', 'under_way', 'rests_until')} WHERE id = $id`)
  const start = db.prepare(`
    UPDATE queues SET waiting = waiting - 1, under_way = under_way + 1, turn = $turn,
      is_ready = ${ready('waiting - 1', 'under_way + 1', 'rests_until')} WHERE id = $id`)
  const end = db.prepare(`
    UPDATE queues SET under_way = under_way - $items,
      is_ready = ${ready('waiting', 'under_way - $items', 'rests_until')} WHERE id = $id`)
  const removeEmpty = db.prepare('DELETE FROM queues WHERE id = ? AND waiting = 0 AND under_way = 0')
  const comeBack = db.prepare(`
    UPDATE queues SET waiting = waiting + 1, under_way = under_way - 1, rests_until = $until, is_ready = 0
    WHERE id = $id`)
  const wakeRested = db.prepare(`
    UPDATE queues SET rests_until = 0, is_ready = ${ready('waiting', 'under_way', '0')}
    WHERE rests_until > 0 AND rests_until <= ?`)
  const longest = db.prepare(`
    SELECT host, waiting, under_way AS running FROM queues WHERE batch = ? ORDER BY waiting DESC, host LIMIT ?`)
  const runningOut = db.prepare(`
    SELECT host, 0 AS waiting, count(*) AS running FROM items JOIN queues ON queues.id = items.queue
    WHERE items.state = ${IN_FLIGHT} AND place >= ? AND place < ? GROUP BY host ORDER BY host LIMIT ?`)
  const remove = db.prepare('DELETE FROM queues WHERE id IN (SELECT id FROM queues WHERE batch = ? LIMIT ?)')

  return {
    idOf(batch, host) {
      const row = find.get(batch, host) ?? insert.get(batch, host, ++turn)
      return row?.id as number
    },
    readyBatch: (after) => (readyBatch.get(after)?.batch as number | null | undefined) ?? null,
    nextReady: (batch) => (next.get(batch)?.id as number | undefined) ?? null,
    addWaiting(id, items) {
      wait.run({ id, items })
    },
    startOne(id) {
      start.run({ id, turn: ++turn })
    },
    complete(id, items) {
      end.run({ id, items })
      removeEmpty.run(id)
    },
    returnOne(id, until) {
      comeBack.run({ id, until })
    },
    endCooldowns: (now) => Number(wakeRested.run(now).changes),
    longest: (batch, limit) => longest.all(batch, limit).map(hostQueue),
    inFlightHosts: (batch, limit) =>
      runningOut.all(placeOf(batch, 0), placeOf(batch + 1, 0), limit).map(hostQueue),
    remove: (batch, limit) => Number(remove.run(batch, limit).changes),
  }
}

function hostQueue(row: unknown): HostQueue {
  const { host, waiting, running } = row as HostQueue
  return { host, waiting, running }
}
