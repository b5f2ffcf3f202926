import { COOLDOWN_MS, EARLY_MS, EXTERNAL_PRODUCERS } from '../../../frontier/decisions/bounds.ts'
import { queryRows, type Session } from '../connection/postgres.ts'

/**
 * The condition of a ready queue, over its columns: items wait, it does not rest, and fewer than its most are in flight. Between two
 * rests that is one less, so that a slow host has no items in the stages that wait.
 *
 * @param perHost The most items in flight of a queue without manners of its own.
 * @param columns What stands in place of a column: its value after a change.
 */
export function readyBelow(perHost: number, columns: Partial<Record<ReadyColumn, string>> = {}): string {
  const of = (name: ReadyColumn) => columns[name] ?? name
  const most = `greatest(1, coalesce(queues.most, ${Math.trunc(perHost)}) - (${of('has_rested')})::int)`
  return `((${of('waiting')}) > 0 AND (${of('rests_until')}) IS NULL AND (${of('in_flight')}) < ${most})`
}

type ReadyColumn = 'waiting' | 'in_flight' | 'rests_until' | 'has_rested'

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

/** The queue of arrivals. A new one counts them already. */
interface ArrivalQueue {
  readonly id: number
  readonly isNew: boolean
  readonly items: number
}

const FIND = `
  SELECT batch, host, id FROM unnest($1::bigint[], $2::text[]) AS given (batch, host) JOIN queues USING (batch, host)`

const ADD = `
  INSERT INTO queues (batch, host, waiting, most, turn, is_ready)
  SELECT batch, host, items, most, nextval('queue_turns'), true
  FROM (SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[]) WITH ORDINALITY AS given (batch, host, items, most, n)
    ORDER BY n) AS given
  RETURNING batch, host, id`

/**
 * Items that come and go. Queues are locked in order of their numbers. After a rest, the end of an item gives its queue the whole
 * room again. One without items is removed: another transaction that adds to it makes it anew.
 */
const changeBelow = (perHost: number) => `
  WITH given AS (
    SELECT id, sum(waiting)::bigint AS waiting, sum(in_flight)::bigint AS in_flight, bool_or(has_ended) AS has_ended
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[]) AS given (id, waiting, in_flight, has_ended) GROUP BY id),
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

interface QueueRow {
  readonly batch: number
  readonly host: string
  readonly id: number
}

const keyOf = ({ batch, host }: Pick<QueueRow, 'batch' | 'host'>) => `${batch} ${host}`

/**
 * The queues of arrivals, in the same order, each with another batch or host. Adds those that are missing, at the end of the order.
 * The caller holds the locks of the batches, and calls `changeQueues` at the end of its transaction.
 */
export async function queuesOf(session: Session, arrivals: readonly Arrivals[]): Promise<ArrivalQueue[]> {
  const known = idsOf(await queryRows(session, FIND, arrivals, 'batch', 'host'))
  const missing = arrivals.filter((arrival) => !known.has(keyOf(arrival)))
  const added = idsOf(await queryRows(session, ADD, missing, 'batch', 'host', 'items', 'most'))
  return arrivals.map((arrival) => {
    const key = keyOf(arrival)
    return { id: (known.get(key) ?? added.get(key)) as number, isNew: added.has(key), items: arrival.items }
  })
}

const idsOf = (rows: readonly QueueRow[]) => new Map(rows.map((row) => [keyOf(row), row.id]))

/** Changes the queues that items left and arrived in. Their locks are held for the rest of the transaction. */
export async function changeQueues(
  session: Session,
  perHost: number,
  left: readonly LeftQueue[],
  arrived: readonly ArrivalQueue[],
): Promise<void> {
  const items = [
    ...left.map(({ queue, isInFlight }) => ({
      id: queue,
      waiting: isInFlight ? 0 : -1,
      inFlight: isInFlight ? -1 : 0,
      hasEnded: true,
    })),
    ...arrived.flatMap(({ id, isNew, items: waiting }) =>
      isNew ? [] : [{ id, waiting, inFlight: 0, hasEnded: false }],
    ),
  ]
  await queryRows(session, changeBelow(perHost), items, 'id', 'waiting', 'inFlight', 'hasEnded')
}

/** Nobody holds the lock of a batch here: two processes may add a queue at the same time. */
const addToOwn = (perHost: number) => `
  INSERT INTO queues (batch, host, waiting, turn, is_ready)
  SELECT ${EXTERNAL_PRODUCERS}, host, items, nextval('queue_turns'), true
  FROM (SELECT host, count(*) AS items FROM unnest($1::text[]) AS given (host) GROUP BY host ORDER BY host) AS given
  ON CONFLICT (batch, host) DO UPDATE SET waiting = queues.waiting + excluded.waiting,
    is_ready = ${readyBelow(perHost, {
      waiting: 'queues.waiting + excluded.waiting',
      rests_until: 'queues.rests_until',
      in_flight: 'queues.in_flight',
      has_rested: 'queues.has_rested',
    })}
  RETURNING id, host`

const RETURN = `
  WITH locked AS (
    SELECT queues.id, given.items
    FROM (SELECT id, count(*) AS items FROM unnest($1::bigint[]) AS given (id) GROUP BY id) AS given JOIN queues USING (id)
    ORDER BY queues.id FOR UPDATE OF queues
  )
  UPDATE queues SET waiting = waiting + items, in_flight = in_flight - items, is_ready = false,
    rests_until = now() + interval '${COOLDOWN_MS} ms'
  FROM locked WHERE queues.id = locked.id`

/** Counts requests of external producers in the queues of their hosts, and returns the numbers of these by host. */
export async function addToOwnQueues(
  session: Session,
  hosts: readonly string[],
  perHost: number,
): Promise<Map<string, number>> {
  const rows = await session.query<Pick<QueueRow, 'id' | 'host'>>(addToOwn(perHost), [hosts])
  return new Map(rows.map(({ host, id }) => [host, id]))
}

/** Returns an item in flight to each of these queues, and starts their cooldowns. A queue may be named more than once. */
export async function returnToQueues(
  session: Session,
  items: readonly { readonly queue: number }[],
): Promise<void> {
  await queryRows(session, RETURN, items, 'queue')
}

const REST = `
  WITH given AS (
    SELECT queue AS id, to_timestamp((max(until) - ${EARLY_MS}) / 1000) AS until
    FROM unnest($1::bigint[], $2::float8[]) AS given (queue, until) GROUP BY queue),
  locked AS (SELECT id FROM queues WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE)
  UPDATE queues SET rests_until = given.until, has_rested = false, is_ready = false
  FROM given JOIN locked ON locked.id = given.id
  WHERE queues.id = given.id AND (rests_until IS NULL OR rests_until < given.until)`

/** A queue whose host has a long cooldown, in milliseconds since the epoch. */
interface RestingQueue {
  readonly queue: number
  readonly until: number
}

/** Starts cooldowns of queues, unless there are longer ones. */
export async function restQueues(session: Session, resting: readonly RestingQueue[]): Promise<void> {
  await queryRows(session, REST, resting, 'queue', 'until')
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
