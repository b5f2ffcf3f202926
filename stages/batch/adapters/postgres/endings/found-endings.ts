import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { type Batch, type Completion, type Item, parseInspectionId } from '../../../frontier/frontier.ts'
import { batchOf, isBatchId, type StoredBatch } from '../batches/batch-rows.ts'
import { queryRows, type Session } from '../connection/postgres.ts'
import { ITEM_COLUMNS, type ItemRow, itemOf } from '../dispatch/item-rows.ts'

/** A batch as endings need it. */
export interface EndingBatch {
  readonly num: number
  readonly batch: Batch
  /** It has finished, or was cancelled: its endings change nothing. */
  readonly isFinished: boolean
}

/** The end of an item that has a row. */
export interface FoundEnding {
  readonly completion: Completion
  readonly of: EndingBatch
  readonly item: Item
  readonly queue: number
}

/** The end of a deferred request of an external producer. */
export interface FoundDeferred {
  readonly completion: Completion
  readonly place: number
  /** Null when no item of it is left. */
  readonly queue: number | null
}

/** What a group of completions ends. */
export interface FoundEndings {
  readonly endings: readonly FoundEnding[]
  readonly deferred: readonly FoundDeferred[]
  /** The database's time, in milliseconds since the epoch. */
  readonly now: number
}

interface BatchColumns extends StoredBatch {
  readonly num: number
  readonly is_finished: boolean
  readonly now: Date
}

type ItemColumns = ItemRow & { readonly json: string }

const BATCHES = `
  SELECT num, id, request, state, created_at, first_url, finished_at IS NOT NULL AS is_finished, now() AS now FROM batches
  WHERE id = ANY($1::uuid[]) AND leftovers < ${leftover.all}`

const ITEMS = `
  SELECT ${ITEM_COLUMNS}, json
  FROM unnest($1::bigint[], $2::bigint[]) AS given (batch, seq)
  JOIN items ON items.batch = given.batch AND items.seq = given.seq JOIN parameters ON parameters.id = items.parameters`

const DEFERRED = `
  SELECT deferred.id, deferred.place, items.queue FROM deferred LEFT JOIN items ON items.batch = 0 AND items.seq = deferred.place
  WHERE deferred.id = ANY($1::text[]) AND deferred.ended_at IS NULL`

/** Finds the rows that completions end. Completions without a row, and further ones of one row, are left out. */
export async function findEndings(
  session: Session,
  completions: readonly Completion[],
): Promise<FoundEndings> {
  const byId = new Map(completions.toReversed().map((completion) => [completion.id, completion]))
  const ids = [...byId.keys()].toReversed()
  const named = ids.flatMap((id) => {
    const parsed = parseInspectionId(id)
    return parsed !== null && isBatchId(parsed.batch) ? [{ id, ...parsed }] : []
  })
  const batches = await readBatches(session, [...new Set(named.map(({ batch }) => batch))])
  const items = await readItems(session, named, batches.byId)
  const deferred = await session.query<{ id: string; place: number; queue: number | null }>(DEFERRED, [ids])
  const endings = named.flatMap(({ id, batch, seq }) => {
    const of = batches.byId.get(batch)
    const row = of && items.get(`${of.num}.${seq}`)
    const completion = byId.get(id)
    return of && row && completion
      ? [{ completion, of, item: itemOf(batch, row, row.json), queue: row.queue }]
      : []
  })
  return {
    endings,
    deferred: deferred.map(({ id, place, queue }) => ({
      completion: byId.get(id) as Completion,
      ...{ place, queue },
    })),
    now: batches.now,
  }
}

async function readBatches(session: Session, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await session.query<BatchColumns>(BATCHES, [ids])
  const byId = new Map<string, EndingBatch>(
    rows.map((row) => [row.id, { num: row.num, batch: batchOf(row), isFinished: row.is_finished }]),
  )
  return { byId, now: rows[0]?.now.getTime() ?? 0 }
}

async function readItems(
  session: Session,
  named: readonly { readonly batch: string; readonly seq: number }[],
  batches: ReadonlyMap<string, EndingBatch>,
): Promise<ReadonlyMap<string, ItemColumns>> {
  const places = named.flatMap(({ batch, seq }) => {
    const of = batches.get(batch)
    return of === undefined ? [] : [{ batch: of.num, seq }]
  })
  const rows: ItemColumns[] = await queryRows(session, ITEMS, places, 'batch', 'seq')
  return new Map(rows.map((row) => [`${row.batch}.${row.seq}`, row]))
}
