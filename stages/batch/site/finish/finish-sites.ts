import { siteReportRecord } from '#shared/messages/events/site-report.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Runtime } from '#shared/runtime.ts'
import type { SiteReports } from '../../adapters/sqlite/site/site-reports.ts'
import { type SiteFinisherOptions, startSiteFinisher } from './site-finisher.ts'

export interface FinishedSites extends Pick<SiteFinisherOptions, 'sites' | 'lookups'> {
  readonly siteReports: Pick<SiteReports, 'targets' | 'figures'>
  readonly append: EventLog['append']
}

const MINUTE_MS = 60_000

/** Completes the reports of crawls that have ended, by the settings. The returned function stops it. */
export function finishSites(
  { siteReports, append, ...ports }: FinishedSites,
  { config, logger, publicUrl }: Pick<Runtime, 'config' | 'logger' | 'publicUrl'>,
): () => Promise<void> {
  return startSiteFinisher({
    ...ports,
    logger,
    atATime: config.BATCH_SITES_AT_A_TIME,
    maxProbes: config.BATCH_SITE_PROBES,
    maxListed: config.BATCH_SITE_LISTED,
    maxMs: config.BATCH_SITE_MINUTES * MINUTE_MS,
    targets: siteReports.targets,
    async publish({ id, owner }, signal) {
      const figures = await siteReports.figures(id, signal)
      const url = `${publicUrl()}/batches/${id}/report`
      if (figures !== null) await append([siteReportRecord({ url, owner, figures })])
    },
  })
}
