import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { startSteps } from '../../../background-work.ts'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import type { Postgres, Session } from '../connection/postgres.ts'
import { type LineRow, rowsBelow } from './result-rows.ts'
import { storeLines } from './segments.ts'

interface SavingOptions {
  readonly postgres: Postgres
  readonly objects: Pick<ObjectStore, 'put'>
  readonly logger: Log
}

interface SweepingOptions {
  readonly postgres: Postgres
  readonly objects: Pick<ObjectStore, 'remove'>
}

/** Between two looks for rows that make a segment. */
const SAVE_MS = 1000
/** Between two looks for objects that no segment names. */
const SWEEP_MS = 10_000
/** Between two steps of a sweep. */
const STEP_MS = 100

/**
 * Moves result lines into objects, and removes objects that are not needed any more. Every batch part does it. The returned function
 * stops it, and resolves when nothing is under way.
 */
export function startSegmentWork(options: SavingOptions & SweepingOptions): () => Promise<void> {
  const { logger } = options
  const stopSaving = startSteps({
    ...{ logger, failure: 'result lines cannot be saved', retryMs: SAVE_MS },
    step: async () => ((await saveSegments(options)) ? 0 : SAVE_MS),
  })
  const stopSweeping = startSteps({
    ...{ logger, failure: 'objects cannot be removed', retryMs: SWEEP_MS },
    step: async () => ((await sweepObjects(options)) ? STEP_MS : SWEEP_MS),
  })
  return async () => {
    await Promise.all([stopSaving(), stopSweeping()])
  }
}

const MIB = 1024 * 1024
/** Lines of one segment, before compression. The last row may make it longer. */
const SEGMENT_BYTES = 8 * MIB
/** Rows of one segment: their removal takes a short while only. */
const MAX_ROWS = 20_000
/** Segments that a process reads, compresses and uploads at the same time. */
const AT_ONCE = 4

/** A batch whose rows make a segment, and the name of its object. */
interface DueBatch {
  readonly batch: number
  readonly object: string
}

/**
 * Names objects for some batches that are due. A batch of which another process has named one lately is passed over: that one saves
 * its rows, unless it has died or the object store is away.
 */
const NAME_OBJECTS = `
  INSERT INTO unnamed_objects (object, batch)
  SELECT 'results/' || id || '.' || gen_random_uuid() || '.ndjson.zst', num FROM batches
  WHERE is_segment_due AND leftovers < ${leftover.all} AND NOT EXISTS (
    SELECT FROM unnamed_objects WHERE batch = num AND made_at > now() - interval '1 minute')
  ORDER BY num LIMIT ${AT_ONCE}
  RETURNING batch, object`

const READ_ROWS = rowsBelow(
  `FROM result_rows WHERE batch = $1 ORDER BY first LIMIT ${MAX_ROWS}`,
  SEGMENT_BYTES,
)

/**
 * One round: moves rows of result lines of some batches into objects, when there are enough of them. Any number of processes may do
 * it. What fails is logged, and rows stay as they are. Resolves with whether something was moved. Rejects with `SERVICE_UNAVAILABLE`
 * while PostgreSQL is away.
 */
export async function saveSegments(options: SavingOptions): Promise<boolean> {
  const due = await options.postgres.query<DueBatch>(NAME_OBJECTS)
  const moved = await Promise.all(due.map((batch) => isMoved(options, batch)))
  return moved.includes(true)
}

async function isMoved(options: SavingOptions, { batch, object }: DueBatch): Promise<boolean> {
  const { postgres, objects, logger } = options
  try {
    const rows = await postgres.query<LineRow>(READ_ROWS, [batch])
    if (rows.length === 0) return false
    await storeLines(objects, object, Buffer.concat(rows.map(({ lines }) => lines)))
    return await postgres.transaction((session) => move(session, { batch, object }, rows))
  } catch (err) {
    if (err instanceof RowsGone) return false
    logger[isUnavailable(err) ? 'debug' : 'error']({ err, batch }, 'result lines cannot be saved')
    return false
  }
}

/** The rows are not all there any more, the batch is being removed, or the object is. Nothing is changed then. */
class RowsGone extends Error {}

/**
 * Names the object in place of the rows. Its name was among the unnamed ones since before it was stored: whatever ends the process, an
 * object that is not named here is swept.
 */
async function move(session: Session, { batch, object }: DueBatch, rows: readonly LineRow[]): Promise<true> {
  const [first = 0, lastRow = 0] = [rows[0]?.first, rows.at(-1)?.first]
  const bytes = rows.reduce((sum, { lines }) => sum + lines.length, 0)
  await expectRows(session, 1, TAKE_NAME, [object])
  await expectRows(session, 1, COUNT_BYTES, [batch, bytes])
  await expectRows(session, rows.length, REMOVE_ROWS, [batch, first, lastRow])
  const segment = [batch, first, rows.at(-1)?.last, bytes, object]
  await session.query(
    'INSERT INTO segments (batch, first, last, bytes, object) VALUES ($1, $2, $3, $4, $5)',
    segment,
  )
  return true
}

/** The sweeper marks names before it removes their objects. */
const TAKE_NAME = "DELETE FROM unnamed_objects WHERE object = $1 AND made_at > '-infinity' RETURNING object"
const COUNT_BYTES = `
  UPDATE batches SET row_bytes = row_bytes - $2 WHERE num = $1 AND leftovers < ${leftover.all} RETURNING num`
const REMOVE_ROWS = 'DELETE FROM result_rows WHERE batch = $1 AND first BETWEEN $2 AND $3 RETURNING first'

async function expectRows(
  session: Session,
  count: number,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  const rows = await session.query(text, values)
  if (rows.length !== count) throw new RowsGone()
}

/** Objects that one step removes, all at the same time. */
const REMOVED_AT_ONCE = 16

/** From then on nobody names the object: who stored it finds its name marked. */
const MARK =
  "UPDATE unnamed_objects SET made_at = '-infinity' WHERE made_at > '-infinity' AND made_at < now() - interval '1 hour'"
const TAKE = `
  SELECT object FROM unnamed_objects WHERE made_at = '-infinity' LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED`

/**
 * One step of removing objects that no segment names: of processes that ended before they named them, and of batches that were removed,
 * whose names have the time `-infinity`. Resolves with whether there may be more. Rejects with `SERVICE_UNAVAILABLE` while PostgreSQL
 * or the object store is away; the names stay then.
 */
export async function sweepObjects({ postgres, objects }: SweepingOptions): Promise<boolean> {
  await postgres.query(MARK)
  return postgres.transaction(async (session) => {
    const names = (await session.query<{ object: string }>(TAKE)).map(({ object }) => object)
    if (names.length === 0) return false
    await Promise.all(names.map((name) => objects.remove(name)))
    await session.query('DELETE FROM unnamed_objects WHERE object = ANY ($1::text[])', [names])
    return names.length === REMOVED_AT_ONCE
  })
}
