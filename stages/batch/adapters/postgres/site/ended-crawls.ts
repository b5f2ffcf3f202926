import type { EndedCrawl } from '../../../site/finish/site-store.ts'
import { siteState } from '../../../site/site-state.ts'
import { batchOf } from '../batches/batch-rows.ts'
import type { Session } from '../connection/session.ts'
import { leftover } from '../schema/numbers.ts'

/** Owners of which a crawl is named at a time. */
const SOME = 100

const FIND = `
  SELECT id, request, state, created_at, first_url, site_state FROM batches WHERE num IN (
    SELECT min(num) FROM batches
    WHERE site_state < 4 AND finished_at IS NOT NULL AND source = 'crawl' AND leftovers < ${leftover.all} GROUP BY owner)
  ORDER BY finished_at LIMIT ${SOME}`

interface CrawlRow extends Readonly<Parameters<typeof batchOf>[0]> {
  readonly site_state: number
}

/** The oldest crawl of each owner that has ended, and whose report has not been published as complete. */
export async function endedCrawls(session: Session): Promise<EndedCrawl[]> {
  const rows = await session.query<CrawlRow>(FIND)
  return rows.map((row) => ({ batch: batchOf(row), isFinished: siteState.isComplete(row.site_state) }))
}
