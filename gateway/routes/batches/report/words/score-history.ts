import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { readSite } from '#shared/store/site-history.ts'
import type { ScoredCrawl } from '../words.ts'

/** Where the histories of sites are. */
export type SiteHistory = Pick<KeyValues, 'get'>

/**
 * The scores of an owner's crawls of the site that a report is about, the oldest first; none where the report is about several
 * sites. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable.
 */
export async function scoreHistory(
  history: SiteHistory,
  owner: string,
  { batch: { seeds, operation } }: Pick<SiteReport, 'batch'>,
): Promise<ScoredCrawl[]> {
  const hosts = new Set(seeds.map((url) => URL.parse(url)?.hostname ?? ''))
  const [host = ''] = hosts
  if (hosts.size !== 1 || host === '') return []
  const site = await readSite(history, owner, host)
  return (site?.crawls ?? [])
    .flatMap(({ batch, score, finishedAt: at, operation: of }) =>
      score === null || of !== operation ? [] : [{ batch, at, score }],
    )
    .toReversed()
}
