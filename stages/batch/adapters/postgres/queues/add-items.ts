import type { StoredItem } from '../../../frontier/decisions/decision-tables.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import { mostInFlight } from '../../../frontier/queues.ts'
import type { Session } from '../connection/postgres.ts'
import { columnsOf } from '../connection/values.ts'
import { storedRoles } from '../schema/frontier-schema.ts'
import { type Arrivals, changeQueues, type LeftQueue, queuesOf } from './queue-rows.ts'

/** An item that is added, with its number. */
export interface AddedRow {
  readonly seq: number
  readonly item: StoredItem
}

/** The items that a batch gets. */
export interface BatchItems {
  readonly num: number
  readonly batch: Pick<Batch, 'id' | 'politeness'>
  readonly items: readonly AddedRow[]
}

export type QueueOptions = Pick<FrontierOptions, 'queueOf' | 'perHost'>

const INSERT = `
  INSERT INTO items (batch, seq, queue, role, parameters, url, depth, source, scope)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::text[], $7::int[], $8::text[],
    $9::text[])`

/**
 * Adds items to batches whose locks the transaction holds, and changes the queues that items came to and left, as the last ones of
 * its rows.
 */
export async function addItems(
  session: Session,
  { queueOf, perHost }: QueueOptions,
  batches: readonly BatchItems[],
  left: readonly LeftQueue[] = [],
): Promise<void> {
  const arrivals = new Map<string, Arrivals>()
  const rows = batches.flatMap(({ num, batch, items }) => {
    const most = mostInFlight(batch.politeness, perHost)
    return items.map(({ seq, item }) => {
      const host = queueOf(item.url, batch.id)
      const key = `${num} ${host}`
      const arrival = arrivals.get(key) ?? { batch: num, host, most, items: 0 }
      arrivals.set(key, { ...arrival, items: arrival.items + 1 })
      return { ...item, role: storedRoles[item.role], batch: num, seq, key }
    })
  })
  const found = await queuesOf(session, [...arrivals.values()])
  const queues = new Map([...arrivals.keys()].map((key, at) => [key, found[at]]))
  if (rows.length > 0)
    await session.query(INSERT, [
      ...columnsOf(rows, 'batch', 'seq'),
      rows.map(({ key }) => queues.get(key)?.id),
      ...columnsOf(rows, 'role', 'parameters', 'url'),
      ...columnsOf(rows, 'depth', 'source', 'scope').map(unlessNull),
    ])
  await changeQueues(session, perHost, left, found)
}

/** A list that is null counts as one of null: lists of URLs have nothing else there. */
function unlessNull(values: readonly unknown[]): readonly unknown[] | null {
  return values.some((value) => value !== null) ? values : null
}
