import { siteReportRecord } from '#shared/messages/events/site-report.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Runtime } from '#shared/runtime.ts'
import { nextSequence } from '#shared/store/reference-clock.ts'
import type { SiteHistoryStore } from '#shared/store/site-history.ts'
import type { SiteReports } from '../../adapters/sqlite/site/site-reports.ts'
import { recordCrawl } from './record-crawl.ts'
import { type SiteFinisherOptions, startSiteFinisher } from './site-finisher.ts'

export interface FinishedSites extends Pick<SiteFinisherOptions, 'sites' | 'turns' | 'lookups'> {
  readonly siteReports: Pick<SiteReports, 'targets' | 'figures' | 'changes'>
  readonly store: SiteHistoryStore
  readonly append: EventLog['append']
}

/** Crawls whose sitemaps and links are looked at after their end at a time, one of each owner. */
const AT_A_TIME = 4
/** Links of a crawl that were not crawled, for example to other sites, that are requested once to find broken ones. */
const MAX_PROBES = 2000
/** URLs of the sitemaps of a site that its report knows. */
const MAX_LISTED = 500_000
/** For sitemaps and links after a crawl; then the report is complete without the rest. */
const MAX_MS = 10 * 60_000
const DAY_SECONDS = 86_400

/** Completes the reports of crawls that have ended, and adds those that finished to the history of sites. The returned function stops it. */
export function finishSites(
  { siteReports, store, append, ...ports }: FinishedSites,
  { config, logger, publicUrl }: Pick<Runtime, 'config' | 'logger' | 'publicUrl'>,
): () => Promise<void> {
  const ttlSeconds = config.SITE_HISTORY_DAYS * DAY_SECONDS
  const recorder = { siteReports, store, logger, ttlSeconds }
  return startSiteFinisher({
    ...ports,
    logger,
    atATime: AT_A_TIME,
    maxProbes: MAX_PROBES,
    maxListed: MAX_LISTED,
    maxMs: MAX_MS,
    targets: siteReports.targets,
    async publish(batch, signal) {
      const { id, owner } = batch
      const figures = await siteReports.figures(id, signal)
      if (figures === null) return
      // Whoever reads the event finds the crawl in the history.
      await recordCrawl(recorder, batch, figures, signal)
      const url = `${publicUrl()}/batches/${id}/report`
      await append([siteReportRecord({ url, owner, figures, sequence: nextSequence() })])
    },
  })
}
