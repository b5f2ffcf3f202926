import { outcomeTtlSeconds, poisonPillOptions } from '#shared/stage/stage-options.ts'
import { startFrontierMetrics } from '../adapters/frontier-metrics.ts'
import { type BatchService, makeBatchService } from '../batch-service.ts'
import { startDispatcher } from '../event-log/dispatcher.ts'
import { startResultConsumer } from '../event-log/result-consumer.ts'
import { DISPATCHABLE } from '../notifier.ts'
import { finishSites } from '../site/finish/finish-sites.ts'
import { startSitemapImporter } from '../sitemaps/sitemap-importer.ts'
import { makeBatchTurns } from './batch-turns.ts'
import type { Close, OpenFrontier, OpenOptions } from './open-frontier.ts'
import { startQuotaRefunds } from './quota-refund.ts'

export interface FrontierWork extends OpenOptions {
  readonly opened: OpenFrontier
}

/** Starts all readers and writers of the log for a frontier. They stop together. Returns the service of its batches. */
export async function startFrontierWork(options: FrontierWork): Promise<BatchService> {
  const { opened, runtime, resources, lookups } = options
  const { frontier, sites, siteReports, readResults, readValue, notifier, secret, figures } = opened
  const { config, log, events, store, logger, telemetry } = runtime
  const { metrics } = telemetry
  const workers: Close[] = []
  resources.push((graceMs) => Promise.all(workers.map((close) => close(graceMs))))
  const lifetimes = {
    outcomeTtl: outcomeTtlSeconds(config),
    batchResultTtl: config.BATCH_RESULT_TTL_SECONDS,
  }
  const consumer = await startResultConsumer({
    ...{ frontier, log, events, store, logger, metrics, readValue, lifetimes },
    poisonPills: poisonPillOptions(runtime),
  })
  workers.push((graceMs) => consumer.drain(graceMs))
  const changes = notifier.subscribe(DISPATCHABLE)
  workers.push(startDispatcher({ frontier, log, store, lifetimes, logger, metrics, secret, changes }))
  workers.push(startQuotaRefunds({ frontier, store, logger }))
  workers.push(startFrontierMetrics({ read: figures, metrics, logger }))
  const turns = makeBatchTurns(store, opened.holder)
  workers.push(finishSites({ sites, siteReports, turns, lookups, append: log.append, store }, runtime))
  const { read: readSitemaps, stop } = startSitemapImporter({ frontier, turns, lookups, store, logger })
  workers.push(() => stop())
  return makeBatchService({
    ...{ frontier, store, siteReports, readResults, readSitemaps, linesAtOnce: opened.linesAtOnce },
    pace: { store, delayMs: config.BATCH_HOST_DELAY_MS },
  })
}
