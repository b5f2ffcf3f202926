import type { BatchCounts, StoredState } from '../../../frontier/decisions/batch-counts.ts'
import type { Session } from '../connection/session.ts'

/** A row of `batches` whose lock the transaction holds. Items in flight count as waiting ones: the table has their sum alone. */
export interface LockedBatch extends BatchCounts {
  seq: number
  /** The last number of a node of its families. */
  families: number
}

interface BatchColumns {
  readonly num: number
  readonly id: string
  readonly state: StoredState
  readonly is_dropped: boolean
  readonly has_open_sources: boolean
  readonly finished_at: Date | null
  readonly most_pages: number | null
  readonly accepted: number
  readonly open_items: number
  readonly done: number
  readonly failed: number
  readonly discoveries: number
  readonly open_discoveries: number
  readonly seq: number
  readonly lines: number
  readonly families: number
  readonly leftovers: number
}

const LOCK = `
  SELECT num, id, state, is_dropped, has_open_sources, finished_at, most_pages, accepted, open_items, done, failed, discoveries,
    open_discoveries, seq, lines, families, leftovers
  FROM batches WHERE num = ANY($1::bigint[]) ORDER BY num FOR UPDATE`

/** Locks the rows of batches, in order of their numbers. A batch that is gone is missing in the answer. */
export async function lockBatches(
  session: Session,
  nums: readonly number[],
): Promise<ReadonlyMap<number, LockedBatch>> {
  if (nums.length === 0) return new Map()
  const rows = await session.query<BatchColumns>(LOCK, [nums])
  return new Map(rows.map((row) => [row.num, toLocked(row)]))
}

function toLocked(row: BatchColumns): LockedBatch {
  const { num, id, state, accepted, done, failed, seq, lines, families, leftovers } = row
  return {
    ...{
      num,
      id,
      state,
      accepted,
      done,
      failed,
      seq,
      lines,
      families,
      leftovers,
      most_pages: row.most_pages,
    },
    is_open: Number(row.has_open_sources),
    is_dropped: Number(row.is_dropped),
    finished_at: row.finished_at?.getTime() ?? null,
    waiting: row.open_items,
    running: 0,
    scouts: row.discoveries,
    scouts_waiting: row.open_discoveries,
    scouts_running: 0,
  }
}

/** A batch after its endings. */
export interface EndedBatch {
  readonly row: LockedBatch
  /** It has finished by these endings. */
  readonly hasFinished: boolean
  /** Bytes of its new result lines. */
  readonly bytes: number
}

const SAVE = `
  UPDATE batches SET state = given.state, accepted = given.accepted, open_items = given.open_items, done = given.done,
    failed = given.failed, discoveries = given.discoveries, open_discoveries = given.open_discoveries, seq = given.seq,
    lines = given.lines, families = given.families, leftovers = given.leftovers, row_bytes = row_bytes + given.bytes,
    finished_at = CASE WHEN given.ends THEN now() ELSE finished_at END
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
      $9::bigint[], $10::bigint[], $11::bigint[], $12::smallint[], $13::bigint[], $14::boolean[])
    AS given (num, state, accepted, open_items, done, failed, discoveries, open_discoveries, seq, lines, families, leftovers,
      bytes, ends)
  WHERE batches.num = given.num`

/** Saves locked batches. */
export async function saveBatches(session: Session, batches: readonly EndedBatch[]): Promise<void> {
  if (batches.length === 0) return
  const of = <T>(value: (row: LockedBatch) => T) => batches.map(({ row }) => value(row))
  await session.query(SAVE, [
    ...[of(({ num }) => num), of(({ state }) => state), of(({ accepted }) => accepted)],
    of(({ waiting, running }) => Math.max(0, waiting + running)),
    ...[of(({ done }) => done), of(({ failed }) => failed), of(({ scouts }) => scouts)],
    of((row) => Math.max(0, row.scouts_waiting + row.scouts_running)),
    ...[of(({ seq }) => seq), of(({ lines }) => lines), of(({ families }) => families)],
    of(({ leftovers }) => leftovers),
    ...[batches.map(({ bytes }) => bytes), batches.map(({ hasFinished }) => hasFinished)],
  ])
}
