import { startSteps } from '../../../background-work.ts'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { DEFERRED_MS, OPEN_MS } from '../../../frontier/decisions/bounds.ts'
import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import { BATCH_COLUMNS, type BatchRow, saveBatch } from '../batches/batch-rows.ts'
import type { Postgres, Session } from '../connection/postgres.ts'
import { makeSweep } from './sweep.ts'

interface CleanupOptions extends Pick<FrontierOptions, 'notifier' | 'retentionMs' | 'logger'> {
  readonly postgres: Postgres
}

/** What one step did. */
interface CleanupResult {
  /** There may be more to do. */
  readonly hasMore: boolean
  /** Ids of batches that have finished. */
  readonly ended: readonly string[]
}

/** Between two steps, so that the clean-up leaves the database to others half of the time. */
const STEP_MS = 20
const IDLE_MS = 1000

/**
 * Makes the clean-up of the database, which any number of processes may run at once. Each call does one step: some transactions,
 * none of which holds its locks for more than 50 ms.
 */
export function makeCleanup({
  postgres,
  retentionMs,
}: Pick<CleanupOptions, 'postgres' | 'retentionMs'>): () => Promise<CleanupResult> {
  const sweep = makeSweep(postgres)
  return async () => {
    const found: CleanupSurvey = await surveyCleanup(postgres, retentionMs)
    const expired = found.to_expire ? await expireBatches(postgres) : []
    if (found.to_forget) await forgetBatches(postgres, retentionMs)
    if (found.deferred_to_forget) await forgetDeferred(postgres)
    const swept = found.to_sweep ? await sweep() : []
    return { hasMore: Object.values(found).some((has) => has), ended: [...expired, ...swept] }
  }
}

/** Runs the clean-up. The returned function stops it, and resolves when no step is running. */
export function startCleanup(options: CleanupOptions): () => Promise<void> {
  const { notifier, logger } = options
  const cleanUp = makeCleanup(options)
  return startSteps({
    ...{ logger, failure: 'the clean-up of the frontier failed', retryMs: IDLE_MS },
    async step() {
      const { hasMore, ended } = await cleanUp()
      for (const id of ended) notifier.notify(id)
      return hasMore ? STEP_MS : IDLE_MS
    },
  })
}

/** What the clean-up has to do. */
interface CleanupSurvey {
  readonly to_expire: boolean
  readonly to_forget: boolean
  readonly to_sweep: boolean
  readonly deferred_to_forget: boolean
}

/** A submission that gets no lines for this time, and was not started, is removed: whoever sent it is gone. */
const BEGUN = "interval '10 min'"

/** The conditions of batches whose time is over, whose retention is over (`$1` milliseconds), and that nobody completed. */
const TO_EXPIRE = `finished_at IS NULL AND NOT is_dropped AND expires_at IS NOT NULL AND expires_at < now()
  AND state IN ('running', 'paused') AND leftovers = ${leftover.nothing}`
const TO_FORGET = `finished_at IS NOT NULL AND finished_at < now() - make_interval(secs => $1::double precision / 1000)
  AND leftovers = ${leftover.nothing}`
const TO_ABANDON = `state IN ('begun', 'open') AND leftovers = ${leftover.nothing}
  AND lines_added_at < now() - CASE state WHEN 'open' THEN interval '${OPEN_MS} ms' ELSE ${BEGUN} END AND lines_added_at < now() - ${BEGUN}`
const DEFERRED_TO_FORGET = `ended_at IS NOT NULL AND ended_at < now() - interval '${DEFERRED_MS} ms'`

const SURVEY = `
  SELECT EXISTS (SELECT FROM batches WHERE ${TO_EXPIRE}) AS to_expire,
    EXISTS (SELECT FROM batches WHERE ${TO_FORGET}) OR EXISTS (SELECT FROM batches WHERE ${TO_ABANDON}) AS to_forget,
    EXISTS (SELECT FROM batches WHERE leftovers > ${leftover.nothing}) AS to_sweep,
    EXISTS (SELECT FROM deferred WHERE ${DEFERRED_TO_FORGET}) AS deferred_to_forget`

/** Looks what there is to clean up, with a look-up in an index for each kind. */
async function surveyCleanup(session: Session, retentionMs: number): Promise<CleanupSurvey> {
  const [row] = await session.query<CleanupSurvey>(SURVEY, [retentionMs])
  return row as CleanupSurvey
}

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
async function expireBatches(postgres: Postgres): Promise<string[]> {
  return postgres.transaction(async (session) => {
    const rows = await session.query<BatchRow>(EXPIRED)
    for (const row of rows) {
      Object.assign(row, {
        is_dropped: 1,
        is_open: 0,
        leftovers: leftover.waiting,
      } satisfies Partial<BatchRow>)
      await saveBatch(session, row)
    }
    return rows.map(({ id }) => id)
  })
}

/** Marks batches for removal whose retention is over, and those whose lines nobody completed. */
async function forgetBatches(session: Session, retentionMs: number): Promise<void> {
  await session.query(forget(TO_FORGET, 'finished_at'), [retentionMs])
  await session.query(forget(TO_ABANDON, 'lines_added_at'))
}

/** Forgets requests of external producers that ended long ago. */
async function forgetDeferred(session: Session): Promise<void> {
  await session.query(FORGET_DEFERRED)
}
