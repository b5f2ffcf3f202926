import { BATCH_COLUMNS, type BatchRow, saveBatch } from '../batches/batch-rows.ts'
import { drop } from '../batches/states.ts'
import type { Postgres, Session } from '../connection/session.ts'
import { leftover } from '../schema/numbers.ts'
import { DEFERRED_TO_FORGET, TO_ABANDON, TO_EXPIRE, TO_FORGET } from './survey.ts'

/** Rows of one transaction. */
const BATCHES_AT_ONCE = 20
const REQUESTS_AT_ONCE = 500

const EXPIRED = `
  SELECT ${BATCH_COLUMNS} FROM batches WHERE ${TO_EXPIRE} ORDER BY expires_at LIMIT ${BATCHES_AT_ONCE} FOR UPDATE SKIP LOCKED`
const forget = (condition: string, order: string) => `
  UPDATE batches SET leftovers = ${leftover.all} WHERE num IN (
    SELECT num FROM batches WHERE ${condition} ORDER BY ${order} LIMIT ${BATCHES_AT_ONCE} FOR UPDATE SKIP LOCKED)`
const FORGET_DEFERRED = `
  DELETE FROM deferred WHERE place IN (
    SELECT place FROM deferred WHERE ${DEFERRED_TO_FORGET} ORDER BY ended_at LIMIT ${REQUESTS_AT_ONCE} FOR UPDATE SKIP LOCKED)`

/**
 * Drops the waiting items of crawls whose time is over. Those with items in flight finish with these. Returns the ids of the
 * others.
 */
export async function expireBatches(postgres: Postgres): Promise<string[]> {
  return postgres.transaction(async (session) => {
    const rows = await session.query<BatchRow>(EXPIRED)
    for (const row of rows) {
      drop(row)
      await saveBatch(session, row)
    }
    return rows.map(({ id }) => id)
  })
}

/** Marks batches for removal whose retention is over, and those whose lines nobody completed. */
export async function forgetBatches(session: Session, retentionMs: number): Promise<void> {
  await session.query(forget(TO_FORGET, 'finished_at'), [retentionMs])
  await session.query(forget(TO_ABANDON, 'lines_added_at'))
}

/** Forgets requests of external producers that ended long ago. */
export async function forgetDeferred(session: Session): Promise<void> {
  await session.query(FORGET_DEFERRED)
}
