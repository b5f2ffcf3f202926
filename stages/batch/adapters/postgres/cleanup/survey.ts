import type { Session } from '../connection/session.ts'
import { leftover } from '../schema/numbers.ts'

/** What the clean-up has to do. */
export interface CleanupSurvey {
  readonly to_expire: boolean
  readonly to_forget: boolean
  readonly to_sweep: boolean
  readonly deferred_to_forget: boolean
}

/** A submission that gets no lines for this time, and was not started, is removed: whoever sent it is gone. */
const BEGUN = "interval '10 min'"
/** An open batch that gets no lines for this time is removed. */
const OPEN = "interval '24 h'"
/** An ended request of an external producer is remembered for this time. Later records of it are dropped as duplicates. */
const DEFERRED = "interval '24 h'"

/** The conditions of batches whose time is over, whose retention is over (`$1` milliseconds), and that nobody completed. */
export const TO_EXPIRE = `finished_at IS NULL AND NOT is_dropped AND expires_at IS NOT NULL AND expires_at < now()
  AND state IN ('running', 'paused') AND leftovers = ${leftover.nothing}`
export const TO_FORGET = `finished_at IS NOT NULL AND finished_at < now() - make_interval(secs => $1::double precision / 1000)
  AND leftovers = ${leftover.nothing}`
export const TO_ABANDON = `state IN ('begun', 'open') AND leftovers = ${leftover.nothing}
  AND lines_added_at < now() - CASE state WHEN 'open' THEN ${OPEN} ELSE ${BEGUN} END AND lines_added_at < now() - ${BEGUN}`
export const DEFERRED_TO_FORGET = `ended_at IS NOT NULL AND ended_at < now() - ${DEFERRED}`

const SURVEY = `
  SELECT EXISTS (SELECT FROM batches WHERE ${TO_EXPIRE}) AS to_expire,
    EXISTS (SELECT FROM batches WHERE ${TO_FORGET}) OR EXISTS (SELECT FROM batches WHERE ${TO_ABANDON}) AS to_forget,
    EXISTS (SELECT FROM batches WHERE leftovers > ${leftover.nothing}) AS to_sweep,
    EXISTS (SELECT FROM deferred WHERE ${DEFERRED_TO_FORGET}) AS deferred_to_forget`

/** Looks what there is to clean up, with a look-up in an index for each kind. */
export async function surveyCleanup(session: Session, retentionMs: number): Promise<CleanupSurvey> {
  const [row] = await session.query<CleanupSurvey>(SURVEY, [retentionMs])
  return row as CleanupSurvey
}
