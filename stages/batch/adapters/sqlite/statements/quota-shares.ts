import type { DatabaseSync } from 'node:sqlite'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import type { Batch, UnusedQuota } from '../../../frontier/frontier.ts'
import { type EndedShare, unusedQuotasOf } from '../../../frontier/quota-refund.ts'

const ENDED = `
  SELECT shares.*, batches.id, coalesce(batches.accepted, shares.items) AS needed
  FROM shares LEFT JOIN batches ON batches.num = shares.batch
  WHERE batches.num IS NULL OR batches.finished_at IS NOT NULL OR batches.leftovers = ${leftover.all} LIMIT 100`

/** Prepares the statements on `shares`: the part of its key's daily quota that each running crawl was granted. */
export function quotaSharesTable(db: DatabaseSync) {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO shares (batch, key, most, items, taken_at) VALUES (?, ?, ?, ?, ?)',
  )
  const ended = db.prepare(ENDED)
  const remove = db.prepare('DELETE FROM shares WHERE batch = ?')
  return {
    /** Records the share of a crawl that starts. Does nothing for other batches. */
    insert(num: number, { quota, crawl, createdAt }: Pick<Batch, 'quota' | 'crawl' | 'createdAt'>): void {
      if (quota !== undefined && crawl !== null)
        insert.run(num, quota.key, quota.limit, crawl.maxPages, createdAt)
    },
    /** Removes the shares of finished crawls, and returns the unused parts. */
    takeUnused(): UnusedQuota[] {
      const rows = ended.all() as unknown as (EndedShare & { readonly batch: number })[]
      for (const { batch } of rows) remove.run(batch)
      return unusedQuotasOf(rows)
    },
  }
}
