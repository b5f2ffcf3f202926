import type { Session } from '../connection/session.ts'
import { readyBelow } from '../queues/queue-rows.ts'
import { IS_UNFINISHED, ITEM_COLUMNS, type ItemRow, LEASE } from './item-rows.ts'
import { type QueueRoom, slotsInTurn } from './turns.ts'

export interface TakeOptions {
  /** The most items in flight of a queue whose batch has no manners of its own. */
  readonly perHost: number
  /** Milliseconds from the first dispatch of an item to its next one, if it is not completed before. */
  readonly leaseMs: number
}

/** Who takes: see `items.taker`. */
export interface Taker extends TakeOptions {
  readonly taker: number
}

/** Which queues are next. Locked ones are passed over: a dispatch waits for nobody. */
const lockQueues = (perHost: number) => `
  SELECT queue.* FROM unnest($1::bigint[]) AS given (batch), LATERAL (
    SELECT id, batch, turn, least(waiting, greatest(1, coalesce(most, ${perHost}) - has_rested::int) - in_flight)::int AS room
    FROM queues WHERE queues.batch = given.batch AND is_ready ORDER BY turn LIMIT $2 FOR UPDATE SKIP LOCKED
  ) AS queue`

const TAKE = `
  WITH next AS (
    SELECT item.* FROM unnest($3::bigint[], $4::int[]) AS given (queue, most), LATERAL (
      SELECT batch, seq FROM items WHERE items.queue = given.queue AND due_at IS NULL ORDER BY seq LIMIT given.most
      FOR UPDATE SKIP LOCKED
    ) AS item
  )
  UPDATE items SET ${LEASE} FROM next WHERE items.batch = next.batch AND items.seq = next.seq RETURNING ${ITEM_COLUMNS}`

const TAKE_EXPIRED = `
  WITH expired AS (
    SELECT batch, seq FROM items WHERE due_at <= now() AND ${IS_UNFINISHED} ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE items SET ${LEASE} FROM expired WHERE items.batch = expired.batch AND items.seq = expired.seq RETURNING ${ITEM_COLUMNS}`

/** Queues go to the end of the order as they are given. */
const countStarted = (perHost: number) => `
  UPDATE queues SET waiting = waiting - items, in_flight = in_flight + items, turn = given.turn,
    is_ready = ${readyBelow(perHost, { waiting: 'waiting - items', in_flight: 'in_flight + items' })}
  FROM (
    SELECT id, items, nextval('queue_turns') AS turn
    FROM (SELECT * FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS given (id, items, n) ORDER BY n) AS given
  ) AS given WHERE queues.id = given.id`

/** Renews the leases of items whose leases have expired, the oldest first. They keep their queues. */
export async function takeExpired(
  session: Session,
  { taker, leaseMs }: Taker,
  limit: number,
): Promise<ItemRow[]> {
  return session.query<ItemRow>(TAKE_EXPIRED, [taker, leaseMs, limit])
}

/** Takes up to `limit` waiting items of these batches in turn, and of each the queues in turn. */
export async function takeWaiting(
  session: Session,
  options: Taker,
  batches: readonly number[],
  limit: number,
): Promise<ItemRow[]> {
  const taken: ItemRow[] = []
  let left = batches
  while (left.length > 0 && taken.length < limit) {
    const room = limit - taken.length
    const share = Math.ceil(room / left.length)
    const some = await takeRound(session, options, left, { room, share })
    taken.push(...some)
    const counts = Map.groupBy(some, ({ batch }) => batch)
    left = left.filter((batch) => (counts.get(batch)?.length ?? 0) >= share)
  }
  return taken
}

/** Takes up to `share` items of each batch, `room` of all. */
async function takeRound(
  session: Session,
  { taker, perHost, leaseMs }: Taker,
  batches: readonly number[],
  { room, share }: { readonly room: number; readonly share: number },
): Promise<ItemRow[]> {
  const queues = await session.query<QueueRoom>(lockQueues(perHost), [batches, share])
  const slots = slotsInTurn(queues, batches, share).slice(0, room)
  const wanted = Map.groupBy(slots, (queue) => queue)
  if (wanted.size === 0) return []
  const most = [...wanted.values()].map(({ length }) => length)
  const rows = await session.query<ItemRow>(TAKE, [taker, leaseMs, [...wanted.keys()], most])
  const found = Map.groupBy(rows, ({ queue }) => queue)
  const given = slots
    .toReversed()
    .filter((queue, at, all) => all.indexOf(queue) === at)
    .reverse()
  await session.query(countStarted(perHost), [given, given.map((queue) => found.get(queue)?.length ?? 0)])
  for (const some of found.values()) some.sort((one, other) => other.seq - one.seq)
  return slots.flatMap((queue) => found.get(queue)?.pop() ?? [])
}
