import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import type { Batch, UnusedQuota } from '../../../frontier/frontier.ts'
import { type EndedShare, unusedQuotasOf } from '../../../frontier/quota-refund.ts'
import type { Session } from '../connection/postgres.ts'

const INSERT = `
  INSERT INTO shares (batch, key, most, items, taken_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (batch) DO NOTHING`
const TAKE = `
  WITH ended AS (
    SELECT shares.batch, batches.id, batches.accepted FROM shares LEFT JOIN batches ON batches.num = shares.batch
    WHERE batches.num IS NULL OR batches.finished_at IS NOT NULL OR batches.leftovers = ${leftover.all}
    LIMIT 100 FOR UPDATE OF shares SKIP LOCKED
  )
  DELETE FROM shares USING ended WHERE shares.batch = ended.batch
  RETURNING ended.id, key, most, items, taken_at, coalesce(ended.accepted, items) AS needed`

/** Records the part of its key's daily quota that a crawl which starts was granted. Does nothing for other batches. */
export async function insertShare(
  session: Session,
  num: number,
  { quota, crawl, createdAt }: Pick<Batch, 'quota' | 'crawl' | 'createdAt'>,
): Promise<void> {
  if (quota === undefined || crawl === null) return
  const takenAt = new Date(createdAt).toISOString()
  await session.query(INSERT, [num, quota.key, quota.limit, crawl.maxPages, takenAt])
}

/** Removes the shares of finished crawls, and returns the unused parts: each to one caller. */
export async function takeUnusedShares(session: Session): Promise<UnusedQuota[]> {
  return unusedQuotasOf(await session.query<EndedShare>(TAKE))
}
