import type { Item } from '../../../frontier/frontier.ts'
import { roleOf } from '../schema/numbers.ts'

/** A row of `items` that is in flight. */
export interface ItemRow {
  readonly batch: number
  readonly seq: number
  readonly queue: number
  readonly role: number
  /** How often it was dispatched. */
  readonly lease: number
  readonly parameters: number | null
  readonly depth: number | null
  readonly url: string
  readonly source: string | null
  readonly scope: string | null
}

export const ITEM_COLUMNS = `items.batch, items.seq, items.queue, items.role, items.lease, items.parameters, items.depth, items.url,
  items.source, items.scope`

/** The item of a row. `batch`: the id; `json`: the parameters without the URL. */
export function itemOf(batch: string, row: ItemRow, json: string): Item {
  const { seq, depth, url, source, scope } = row
  const parameters = { url, ...(JSON.parse(json) as object) }
  return { batch, seq, parameters, depth, from: source, role: roleOf(row.role), scope }
}

/**
 * A lease doubles with each dispatch of an item, up to this many times, so that slow work and an outage of
 * hours cost few rows and records.
 */
export const MAX_DOUBLINGS = 4

/** Gives items to a process (`$1`) with their next leases, the first of which has `$2` milliseconds: the assignments of an UPDATE. */
export const LEASE = `lease = items.lease + 1, taker = $1,
  due_at = now() + make_interval(secs => $2::double precision / 1000 * 2 ^ least(items.lease, ${MAX_DOUBLINGS}))`

/** The condition that the items of a batch may be dispatched again: it has not ended. */
export const IS_UNFINISHED = `(items.batch = 0 OR EXISTS (SELECT FROM batches WHERE num = items.batch AND finished_at IS NULL))`
