import type { Session } from '../connection/session.ts'
import { readyBelow } from '../dispatch/ready.ts'

/** Items of a queue that wait or are in flight no more. */
export interface LeftQueue {
  readonly queue: number
  readonly isInFlight: boolean
}

/** Items that are added to a queue. */
export interface Arrivals {
  readonly batch: number
  readonly host: string
  readonly items: number
  /** The most items in flight of the queue, if it is a new one; null = as many as of any other. */
  readonly most: number | null
}

const FIND = `
  SELECT given.at, queues.id FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS given (batch, host, at)
  JOIN queues ON queues.batch = given.batch AND queues.host = given.host`

const ADD = `
  INSERT INTO queues (batch, host, waiting, most, turn, is_ready)
  SELECT batch, host, items, most, nextval('queue_turns'), true
  FROM (SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[]) AS given (batch, host, items, most)
    ORDER BY batch, host) AS given
  RETURNING batch, host, id`

/** Queues are locked in order of their numbers. One without items is removed: another transaction that adds to it makes it anew. */
const changeBelow = (perHost: number) => `
  WITH given AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[]) AS given (id, waiting, in_flight, has_ended)),
  locked AS (
    SELECT queues.id, greatest(0, queues.waiting + given.waiting) AS waiting,
      greatest(0, queues.in_flight + given.in_flight) AS in_flight, queues.has_rested AND NOT given.has_ended AS has_rested
    FROM queues JOIN given ON given.id = queues.id ORDER BY queues.id FOR UPDATE OF queues),
  gone AS (
    DELETE FROM queues USING locked WHERE queues.id = locked.id AND locked.waiting = 0 AND locked.in_flight = 0)
  UPDATE queues SET waiting = locked.waiting, in_flight = locked.in_flight, has_rested = locked.has_rested,
    is_ready = ${readyBelow(perHost, {
      waiting: 'locked.waiting',
      in_flight: 'locked.in_flight',
      has_rested: 'locked.has_rested',
    })}
  FROM locked WHERE queues.id = locked.id AND (locked.waiting > 0 OR locked.in_flight > 0)`

/** Items that come and go. After a rest, the end of an item gives its queue the whole room again. */
interface QueueChange {
  waiting: number
  inFlight: number
  hasEnded: boolean
}

/**
 * Changes queues, as the last ones of a transaction's rows. Returns the number of the queue of each arrival, for its items. The
 * caller holds the locks of the batches that items are added to.
 */
export async function changeQueues(
  session: Session,
  perHost: number,
  left: readonly LeftQueue[],
  arrivals: readonly Arrivals[],
): Promise<readonly number[]> {
  const ids = await queuesOf(session, arrivals)
  const added = await addQueues(
    session,
    arrivals.filter((_, at) => ids[at] === null),
  )
  const changes = new Map<number, QueueChange>()
  const changeOf = (id: number) => {
    const change = changes.get(id) ?? { waiting: 0, inFlight: 0, hasEnded: false }
    changes.set(id, change)
    return change
  }
  for (const { queue, isInFlight } of left) {
    const change = changeOf(queue)
    change[isInFlight ? 'inFlight' : 'waiting'] -= 1
    change.hasEnded = true
  }
  for (const [at, { items }] of arrivals.entries()) {
    const id = ids[at] ?? null
    if (id !== null) changeOf(id).waiting += items
  }
  await changeAll(session, perHost, changes)
  return arrivals.map((arrival, at) => ids[at] ?? added.get(keyOf(arrival)) ?? 0)
}

async function changeAll(
  session: Session,
  perHost: number,
  changes: ReadonlyMap<number, Readonly<QueueChange>>,
): Promise<void> {
  if (changes.size === 0) return
  const values = [...changes.values()]
  await session.query(changeBelow(perHost), [
    [...changes.keys()],
    values.map(({ waiting }) => waiting),
    values.map(({ inFlight }) => inFlight),
    values.map(({ hasEnded }) => hasEnded),
  ])
}

const keyOf = ({ batch, host }: Pick<Arrivals, 'batch' | 'host'>) => `${batch} ${host}`

async function queuesOf(session: Session, arrivals: readonly Arrivals[]): Promise<(number | null)[]> {
  if (arrivals.length === 0) return []
  const found = await session.query<{ at: number; id: number }>(FIND, [
    arrivals.map(({ batch }) => batch),
    arrivals.map(({ host }) => host),
  ])
  const ids = new Map(found.map(({ at, id }) => [at - 1, id]))
  return arrivals.map((_, at) => ids.get(at) ?? null)
}

async function addQueues(
  session: Session,
  arrivals: readonly Arrivals[],
): Promise<ReadonlyMap<string, number>> {
  if (arrivals.length === 0) return new Map()
  const rows = await session.query<{ batch: number; host: string; id: number }>(ADD, [
    arrivals.map(({ batch }) => batch),
    arrivals.map(({ host }) => host),
    arrivals.map(({ items }) => items),
    arrivals.map(({ most }) => most),
  ])
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}
