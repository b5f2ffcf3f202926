import type { Session } from '../connection/session.ts'
import { readyBelow } from '../dispatch/ready.ts'
import { EXTERNAL_PRODUCERS } from '../schema/numbers.ts'

/** How many items arrive in a queue. */
export interface Arrivals {
  readonly host: string
  readonly items: number
}

/** A queue with arrivals. A new one counts them already. */
export interface ArrivalQueue extends Arrivals {
  readonly id: number
  readonly isNew: boolean
}

const FIND = `
  SELECT id, host FROM unnest($2::text[]) AS given (host) JOIN queues USING (host) WHERE batch = $1`
const ADD = `
  INSERT INTO queues (batch, host, waiting, most, turn, is_ready)
  SELECT $1, host, items, $4, nextval('queue_turns'), items > 0
  FROM (SELECT * FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS given (host, items, n) ORDER BY n) AS given
  RETURNING id, host`

/** In order of their ids: all who lock several queues do so in this order. */
const countWaiting = (perHost: number) => `
  WITH locked AS (
    SELECT queues.id, given.items FROM unnest($1::bigint[], $2::bigint[]) AS given (id, items) JOIN queues USING (id)
    ORDER BY queues.id FOR UPDATE OF queues
  )
  UPDATE queues SET waiting = waiting + items, is_ready = ${readyBelow(perHost, { waiting: 'waiting + items' })}
  FROM locked WHERE queues.id = locked.id`

interface QueueRow {
  readonly id: number
  readonly host: string
}

/**
 * Finds the queues of a batch that items arrive in, and adds those that are missing, at the end of the order. The caller holds the
 * lock of the batch, and calls `countArrivals` at the end of its transaction. `most`: most items in flight by the batch's manners;
 * null = as many as of any other.
 */
export async function queuesOf(
  session: Session,
  batch: number,
  arrivals: readonly Arrivals[],
  most: number | null,
): Promise<Map<string, ArrivalQueue>> {
  const known = await session.query<QueueRow>(FIND, [batch, arrivals.map(({ host }) => host)])
  const ids = new Map(known.map(({ host, id }) => [host, id]))
  const missing = arrivals.filter(({ host }) => !ids.has(host))
  for (const { host, id } of await add(session, batch, missing, most)) ids.set(host, id)
  const added = new Set(missing.map(({ host }) => host))
  return new Map(
    arrivals.map(({ host, items }) => [
      host,
      { host, items, id: ids.get(host) as number, isNew: added.has(host) },
    ]),
  )
}

async function add(
  session: Session,
  batch: number,
  arrivals: readonly Arrivals[],
  most: number | null,
): Promise<QueueRow[]> {
  if (arrivals.length === 0) return []
  const [hosts, items] = [arrivals.map(({ host }) => host), arrivals.map((one) => one.items)]
  return session.query<QueueRow>(ADD, [batch, hosts, items, most])
}

/** Counts the arrivals of the queues that were there before, whose locks are held for the rest of the transaction. */
export async function countArrivals(
  session: Session,
  queues: Iterable<ArrivalQueue>,
  perHost: number,
): Promise<void> {
  const known = [...queues].filter(({ isNew }) => !isNew)
  if (known.length === 0) return
  await session.query(countWaiting(perHost), [known.map(({ id }) => id), known.map(({ items }) => items)])
}

/** The cooldown of a host whose queue was still overflowing when a request came back. */
const COOLDOWN_SECONDS = 5

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
    rests_until = now() + interval '${COOLDOWN_SECONDS} s'
  FROM locked WHERE queues.id = locked.id`

/** Counts requests of external producers in the queues of their hosts, and returns the numbers of these by host. */
export async function addToOwnQueues(
  session: Session,
  hosts: readonly string[],
  perHost: number,
): Promise<Map<string, number>> {
  const rows = await session.query<QueueRow>(addToOwn(perHost), [hosts])
  return new Map(rows.map(({ host, id }) => [host, id]))
}

/** Returns an item in flight to each of these queues, and starts their cooldowns. A queue may be named more than once. */
export async function returnToQueues(session: Session, ids: readonly number[]): Promise<void> {
  await session.query(RETURN, [ids])
}
