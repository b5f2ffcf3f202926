import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import type { Session } from '../connection/postgres.ts'
import { columnsOf } from '../connection/values.ts'
import { readyBelow } from '../queues/queue-rows.ts'
import { IS_UNFINISHED, ITEM_COLUMNS, type ItemRow, LEASE } from './item-rows.ts'

export type TakeOptions = Pick<FrontierOptions, 'perHost' | 'leaseMs'>

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

/** A ready queue, and how many of its items may be taken now. */
interface QueueRoom {
  readonly id: number
  readonly batch: number
  readonly turn: number
  readonly room: number
}

/**
 * The queues that give an item each, in order: the batches take turns as they are given, and so do the queues of each by their
 * turns. A batch gives up to `share` items.
 */
export function slotsInTurn(
  queues: readonly QueueRoom[],
  batches: readonly number[],
  share: number,
): number[] {
  const byBatch = Map.groupBy(queues, ({ batch }) => batch)
  const slots = batches.map((batch) => slotsOf(byBatch.get(batch) ?? [], share))
  return Array.from({ length: share }, (_, round) => slots.flatMap((ofBatch) => ofBatch[round] ?? [])).flat()
}

function slotsOf(queues: readonly QueueRoom[], share: number): number[] {
  const inTurn = queues.toSorted((one, other) => one.turn - other.turn)
  const slots: number[] = []
  for (let round = 0; slots.length < share; round++) {
    const ready = inTurn.filter(({ room }) => room > round)
    if (ready.length === 0) break
    slots.push(...ready.map(({ id }) => id))
  }
  return slots.slice(0, share)
}

/** A taking that was not appended for this time is taken over. */
const TAKE_OVER_SECONDS = 10

/** The condition of a taking that may be taken over. */
export const IS_OLD = `taken_at < now() - interval '${TAKE_OVER_SECONDS} s'`

const INSERT_TAKING = 'INSERT INTO takings (batches, seqs) VALUES ($1::bigint[], $2::bigint[]) RETURNING id'
const REMOVE_TAKING = 'DELETE FROM takings WHERE id = $1'
const TAKE_OVER = `
  WITH old AS (SELECT id FROM takings WHERE ${IS_OLD} ORDER BY taken_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE takings SET taken_at = now() FROM old WHERE takings.id = old.id RETURNING takings.id, batches, seqs`
const MOVE = `
  WITH moved AS (
    SELECT items.batch, items.seq FROM unnest($2::bigint[], $3::bigint[]) AS given (batch, seq) JOIN items USING (batch, seq)
    WHERE due_at IS NOT NULL AND ${IS_UNFINISHED} FOR UPDATE OF items SKIP LOCKED
  )
  UPDATE items SET taker = $1 FROM moved WHERE items.batch = moved.batch AND items.seq = moved.seq RETURNING ${ITEM_COLUMNS}`

interface TakingRow {
  readonly id: number
  readonly batches: number[]
  readonly seqs: number[]
}

/** Records items as taken and not appended yet. Returns the id of the taking. */
export async function insertTaking(session: Session, items: readonly ItemRow[]): Promise<string> {
  const [row] = await session.query<Pick<TakingRow, 'id'>>(INSERT_TAKING, columnsOf(items, 'batch', 'seq'))
  return String(row?.id)
}

/** Removes a taking whose items were appended. */
export async function removeTaking(session: Session, taking: string): Promise<void> {
  await session.query(REMOVE_TAKING, [taking])
}

/** What another process took and did not append. */
interface OldTaking {
  readonly taking: string
  /** Those that are still in flight, with their leases. */
  readonly rows: readonly ItemRow[]
}

/** Takes a taking over that was not appended in time. Null when there is none. */
export async function takeOver(session: Session, taker: number): Promise<OldTaking | null> {
  const [old] = await session.query<TakingRow>(TAKE_OVER)
  if (old === undefined) return null
  const rows = await session.query<ItemRow>(MOVE, [taker, old.batches, old.seqs])
  return { taking: String(old.id), rows }
}
