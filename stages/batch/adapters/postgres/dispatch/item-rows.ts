import { deserialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { NewBatch } from '#shared/ports/batches.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { EXTERNAL_PRODUCERS, MAX_DOUBLINGS } from '../../../frontier/decisions/bounds.ts'
import type { Dispatch, Item } from '../../../frontier/frontier.ts'
import type { Session } from '../connection/postgres.ts'
import { roleOf } from '../schema/frontier-schema.ts'

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

/** Gives items to a process (`$1`) with their next leases, the first of which has `$2` milliseconds: the assignments of an UPDATE. */
export const LEASE = `lease = items.lease + 1, taker = $1,
  due_at = now() + make_interval(secs => $2::double precision / 1000 * 2 ^ least(items.lease, ${MAX_DOUBLINGS}))`

/** The condition that the items of a batch may be dispatched again: it has not ended. */
export const IS_UNFINISHED = `(items.batch = 0 OR EXISTS (SELECT FROM batches WHERE num = items.batch AND finished_at IS NULL))`

/** What dispatches have of a batch. It does not change. */
type KnownBatch = Pick<NewBatch, 'operation' | 'owner' | 'politeness'> & { readonly id: string }

/** The stored part of a deferred record. */
export type KeptRecord = Pick<LogRecord, 'key' | 'value' | 'headers'>

const BATCHES = 'SELECT num, id, request FROM batches WHERE num = ANY($1::bigint[])'
const PARAMETERS = 'SELECT id, json FROM parameters WHERE id = ANY($1::bigint[])'
const DEFERRED =
  'SELECT place, id, record FROM deferred WHERE place = ANY($1::bigint[]) AND record IS NOT NULL'

const MAX_BATCHES = 1000
/** Characters of parameters that are remembered. */
const MAX_PARAMETERS = 4_194_304

/**
 * Returns the dispatches of rows, in the same order. A row whose batch or request has gone meanwhile has none.
 */
type ToDispatches = (session: Session, rows: readonly ItemRow[]) => Promise<Dispatch[]>

/** Makes the conversion, which remembers batches and parameters. */
export function makeToDispatches(): ToDispatches {
  const batches = new LRUCache<number, KnownBatch>({ max: MAX_BATCHES })
  const parameters = new LRUCache<number, string>({
    maxSize: MAX_PARAMETERS,
    sizeCalculation: (json) => json.length,
  })

  async function learn(session: Session, rows: readonly ItemRow[]): Promise<void> {
    const nums = unknown(
      batches,
      rows.map(({ batch }) => batch),
    )
    for (const { num, ...batch } of await readBatches(session, nums)) batches.set(num, batch)
  }

  async function parametersOf(session: Session, rows: readonly ItemRow[]): Promise<Map<number, string>> {
    const ids = new Set(rows.flatMap(({ parameters: id }) => id ?? []))
    const known = new Map([...ids].flatMap((id) => pairOf(id, parameters.get(id))))
    const missing = [...ids].filter((id) => !known.has(id))
    for (const { id, json } of await readAll<{ id: number; json: string }>(session, PARAMETERS, missing)) {
      parameters.set(id, json)
      known.set(id, json)
    }
    return known
  }

  return async (session, rows) => {
    await learn(session, rows)
    const jsons = await parametersOf(session, rows)
    const requests = await readDeferred(session, rows)
    return rows.flatMap((row) => {
      if (row.batch === EXTERNAL_PRODUCERS) return requests.get(row.seq)?.(row.lease) ?? []
      const [batch, json] = [batches.get(row.batch), jsons.get(row.parameters ?? 0)]
      return batch === undefined || json === undefined ? [] : toDispatch(batch, json, row)
    })
  }
}

const pairOf = (id: number, json: string | undefined) => (json === undefined ? [] : [[id, json] as const])

function unknown(known: LRUCache<number, KnownBatch>, nums: readonly number[]): number[] {
  return [...new Set(nums)].filter((num) => num !== EXTERNAL_PRODUCERS && !known.has(num))
}

async function readAll<Row extends object>(
  session: Session,
  statement: string,
  ids: readonly number[],
): Promise<Row[]> {
  return ids.length === 0 ? [] : session.query<Row>(statement, [ids])
}

async function readBatches(
  session: Session,
  nums: readonly number[],
): Promise<(KnownBatch & { readonly num: number })[]> {
  const rows = await readAll<{ num: number; id: string; request: string }>(session, BATCHES, nums)
  return rows.map(({ num, id, request }) => {
    const { operation, owner, politeness } = JSON.parse(request) as NewBatch
    return { num, id, operation, owner, ...(politeness && { politeness }) }
  })
}

async function readDeferred(
  session: Session,
  rows: readonly ItemRow[],
): Promise<Map<number, (lease: number) => Dispatch>> {
  const places = rows.filter(({ batch }) => batch === EXTERNAL_PRODUCERS).map(({ seq }) => seq)
  const found = await readAll<{ place: number; id: string; record: Buffer }>(session, DEFERRED, places)
  return new Map(
    found.map(({ place, id, record }) => [
      place,
      (lease) => ({ id, deferred: deserialize(record) as KeptRecord, lease }),
    ]),
  )
}

function toDispatch({ id, operation, owner, politeness }: KnownBatch, json: string, row: ItemRow): Dispatch {
  const item = itemOf(id, row, json)
  return {
    item,
    operation: item.role === 'discovery' ? 'metadata' : operation,
    owner,
    ...(politeness && { politeness }),
    lease: row.lease,
  }
}
