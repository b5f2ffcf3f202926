import type { Lookups } from '#shared/ports/lookups.ts'
import { poisonPillOptions } from '#shared/stage/stage-options.ts'
import { withFence } from '../../adapters/ownership/topic-owner.ts'
import { DISPATCHABLE } from '../../adapters/sqlite/sqlite-frontier.ts'
import { type BatchService, makeBatchService } from '../../batch-service.ts'
import { startDispatcher } from '../../event-log/dispatcher.ts'
import { startResultConsumer } from '../../event-log/result-consumer.ts'
import { finishSites } from '../../site/finish/finish-sites.ts'
import { startSitemapImporter } from '../../sitemaps/sitemap-importer.ts'
import { startQuotaRefunds } from '../quota-refund.ts'
import type { Close, FileOptions, FrontierFile } from './open-file.ts'

export interface FileWork extends Pick<FileOptions, 'runtime' | 'resources'> {
  readonly file: FrontierFile
  readonly lookups: Lookups
  /** See `openSealSecret`. */
  secret(): string
  /** Starts to consume the log into the frontier. */
  consume(): Promise<Close>
}

/** Lines that are stored at a time. */
const LINES_AT_ONCE = 200

/** Starts all readers and writers of the log for a frontier in one file. They stop together. Returns the service of its batches. */
export async function startFileWork(options: FileWork): Promise<BatchService> {
  const { file, runtime, resources, lookups, secret, consume } = options
  const { frontier, sites, siteReports, readResults } = file
  const { config, log, store, logger, confirm, telemetry } = runtime
  const { metrics } = telemetry
  const workers: Close[] = []
  resources.push((graceMs) => Promise.all(workers.map((close) => close(graceMs))))
  workers.push(await consume())
  const append = withFence(confirm, log.append)
  const changes = file.notifier.subscribe(DISPATCHABLE)
  workers.push(startDispatcher({ frontier, log: { append }, logger, metrics, secret, changes }))
  workers.push(startQuotaRefunds({ frontier, store, logger }))
  workers.push(finishSites({ sites, siteReports, lookups, append, store }, runtime))
  const { read: readSitemaps, stop } = await startSitemapImporter({ frontier, lookups, store, logger })
  workers.push(() => stop())
  const lines = { maxLineBytes: config.BATCH_LINE_MAX_BYTES, linesAtOnce: LINES_AT_ONCE }
  const pace = { store, delayMs: config.BATCH_HOST_DELAY_MS }
  return makeBatchService({ frontier, pace, siteReports, readResults, readSitemaps, ...lines })
}

/** Starts to consume topics into the frontier in one file: see `startResultConsumer`. */
export async function consumeInto(
  { frontier, readValue }: FrontierFile,
  runtime: FileWork['runtime'],
  topics: readonly string[],
): Promise<Close> {
  const { log, store, logger, telemetry } = runtime
  const consumer = await startResultConsumer({
    ...{ frontier, log, store, logger, readValue, topics },
    metrics: telemetry.metrics,
    poisonPills: poisonPillOptions(runtime),
  })
  return (graceMs) => consumer.drain(graceMs)
}
