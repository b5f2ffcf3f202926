import { mostInFlight } from '../../../frontier/most-in-flight.ts'
import type { Session } from '../connection/session.ts'
import { storedRoles } from '../schema/stored-roles.ts'
import type { AddedRow } from './decide-batch.ts'
import type { EndingBatch } from './found-endings.ts'
import { type Arrivals, changeQueues, type LeftQueue } from './queue-changes.ts'

/** The items that a batch gets. */
export interface BatchItems {
  readonly of: EndingBatch
  readonly items: readonly AddedRow[]
}

export interface QueueOptions {
  /** The name of the queue that a URL waits in, in a batch (its id). */
  readonly queueOf: (url: string, batch?: string) => string
  /** The most items in flight of a queue whose batch has no manners of its own. */
  readonly perHost: number
}

const INSERT = `
  INSERT INTO items (batch, seq, queue, role, depth, parameters, url, source, scope)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::int[], $6::bigint[], $7::text[], $8::text[],
    $9::text[])`

/** Adds items to their batches, and changes the queues that items came to and left. */
export async function addItems(
  session: Session,
  options: QueueOptions,
  batches: readonly BatchItems[],
  left: readonly LeftQueue[],
): Promise<void> {
  const arrivals = new Map<string, Arrivals & { items: number }>()
  const rows = batches.flatMap(({ of, items }) => items.map((row) => ({ ...row, arrival: arrive(of, row) })))

  function arrive({ num, batch }: EndingBatch, { item }: AddedRow): string {
    const host = options.queueOf(item.url, batch.id)
    const key = `${num} ${host}`
    const most = mostInFlight(batch.politeness, options.perHost)
    const arrival = arrivals.get(key) ?? { batch: num, host, items: 0, most }
    arrival.items += 1
    arrivals.set(key, arrival)
    return key
  }

  const queues = await changeQueues(session, options.perHost, left, [...arrivals.values()])
  const queueOf = new Map([...arrivals.keys()].map((key, at) => [key, queues[at] ?? 0]))
  if (rows.length === 0) return
  const of = <T>(value: (row: (typeof rows)[number]) => T) => rows.map(value)
  await session.query(INSERT, [
    ...[of(({ arrival }) => arrivals.get(arrival)?.batch), of(({ seq }) => seq)],
    of(({ arrival }) => queueOf.get(arrival)),
    ...[of(({ item }) => storedRoles[item.role]), of(({ item }) => item.depth)],
    ...[of(({ item }) => item.parameters), of(({ item }) => item.url)],
    ...[of(({ item }) => item.source), of(({ item }) => item.scope)],
  ])
}
