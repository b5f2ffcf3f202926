import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { frontierShards } from '#shared/config/frontier-shards.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { poisonPillOptions } from '#shared/stage/stage-options.ts'
import { type BatchStore, type BatchStoreOptions, openBatchStore } from './adapters/batch-store.ts'
import { lockFolder } from './adapters/ownership/owned-folder.ts'
import { openSealSecret } from './adapters/ownership/seal-secret.ts'
import { claimTopics, fencedFrontier, type TopicOwner, withFence } from './adapters/ownership/topic-owner.ts'
import { makeSiteReports, type SiteReports } from './adapters/sqlite/site/site-reports.ts'
import { DISPATCHABLE } from './adapters/sqlite/sqlite-frontier.ts'
import { makeBatchService } from './batch-service.ts'
import { startBatchesServer } from './batches-server.ts'
import { discover } from './crawl/discover.ts'
import { startDispatcher } from './event-log/dispatcher.ts'
import { startResultConsumer } from './event-log/result-consumer.ts'
import { addressLearningFrontier, makeQueueNames, type QueueNames } from './frontier/queue-names.ts'
import { startQuotaRefunds } from './frontier/quota-refund.ts'
import { makeNotifier } from './notifier.ts'
import { startShardedPart } from './shards/main.ts'
import { finishSites } from './site/finish/finish-sites.ts'
import { reportBudget } from './site/report-budget.ts'
import { type SitemapImporter, startSitemapImporter } from './sitemaps/sitemap-importer.ts'

export interface BatchPart extends Component {
  /** `host:port` where batches are served. */
  readonly batchesAddress: string
}

const MIB = 1_048_576
const SECOND_MS = 1000
const DAY_MS = 86_400_000

/** Closes a resource. Its work may take `graceMs` milliseconds to finish. */
type Close = (graceMs: number) => unknown

/** The grace period of the resources that a failed start has opened. */
const FAILED_START_GRACE_MS = 1000

/**
 * Starts the batch part. An installation has exactly one. Throws FolderTaken when another one runs on
 * the same DATA_DIR, and TopicsTaken when one with another DATA_DIR owns the topics. A failed start closes
 * all it has opened.
 */
export async function startBatch(runtime: Runtime, lookups: Lookups, listen: string): Promise<BatchPart> {
  const resources: Close[] = []
  async function stop(graceMs: number): Promise<void> {
    for (const close of resources.toReversed()) await close(graceMs)
  }
  try {
    const folder = batchesFolder(runtime.config)
    resources.push(lockFolder(folder))
    if (frontierShards(runtime.config) > 0) {
      const server = await startShardedPart({ runtime, lookups, listen, folder, resources })
      return { batchesAddress: server.address, stop }
    }
    const owner = await claimOwnership(runtime, folder, resources)
    const { address } = await open({ ...runtime, confirm: owner.confirm }, lookups, listen, resources)
    return { batchesAddress: address, stop, failed: owner.lost }
  } catch (error) {
    // Report the original error; ignore errors of the clean-up.
    await stop(FAILED_START_GRACE_MS).catch(() => undefined)
    throw error
  }
}

/** An embedded log has no owner besides that of its DATA_DIR. */
const soleOwner: Pick<TopicOwner, 'confirm' | 'lost'> = {
  confirm: async () => undefined,
  lost: new Promise(() => {}),
}

async function claimOwnership(
  { config, store, logger }: Runtime,
  folder: string,
  resources: Close[],
): Promise<Pick<TopicOwner, 'confirm' | 'lost'>> {
  if (config.KAFKA_BROKERS === null) return soleOwner
  const { KAFKA_TOPIC_PREFIX: topicPrefix, BATCH_TAKE_OVER: takeOver } = config
  const owner = await claimTopics({ store, topicPrefix, folder, takeOver, logger })
  resources.push(() => owner.close())
  return owner
}

function batchesFolder({ DATA_DIR }: Runtime['config']): string {
  return join(DATA_DIR, 'batches')
}

/** The runtime with the check of ownership. It comes before every write to the log or the store. */
type OwnedRuntime = Runtime & Pick<TopicOwner, 'confirm'>

async function open(
  runtime: OwnedRuntime,
  lookups: Lookups,
  listen: string,
  resources: Close[],
): Promise<GrpcServer> {
  const queueNames = makeQueueNames(runtime.config.BATCH_POLITE_BY, lookups)
  const store = await openStore(runtime, queueNames, resources)
  const siteReports = openSiteReports(runtime.config, resources)
  const { read: readSitemaps } = await startWork({ ...store, siteReports }, runtime, lookups, resources)
  const { frontier, readResults } = store
  const maxLineBytes = runtime.config.BATCH_LINE_MAX_BYTES
  const batches = makeBatchService({ frontier, siteReports, readResults, readSitemaps, maxLineBytes })
  const server = await startBatchesServer({ listen, batches, log: runtime.logger })
  resources.push((graceMs) => server.close(graceMs))
  return server
}

function openSiteReports(config: Runtime['config'], resources: Close[]): SiteReports {
  const path = join(batchesFolder(config), 'frontier.db')
  const siteReports = makeSiteReports(path, reportBudget(config))
  resources.push(() => siteReports.stop())
  return siteReports
}

type NotifyingStore = BatchStore & Pick<BatchStoreOptions, 'notifier' | 'readValue'>

async function openStore(
  { config, logger, objects, confirm }: OwnedRuntime,
  queueNames: QueueNames,
  resources: Close[],
): Promise<NotifyingStore> {
  const folder = batchesFolder(config)
  const database = openDatabase(join(folder, 'frontier.db'))
  resources.push(() => database.close())
  const notifier = makeNotifier()
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const store = await openBatchStore({
    database,
    folder,
    discover,
    window: config.BATCH_WINDOW,
    leaseMs: config.BATCH_LEASE_SECONDS * SECOND_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    queueOf: queueNames.nameOf,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
    reserve: config.BATCH_DISK_RESERVE_MB * MIB,
    notifier,
    readValue,
    logger,
  })
  resources.push(() => store.close())
  const fenced = fencedFrontier(store.frontier, confirm)
  return { ...store, frontier: addressLearningFrontier(fenced, queueNames), notifier, readValue }
}

/** Starts all readers and writers of the log. They stop together. */
async function startWork(
  {
    frontier,
    notifier,
    readValue,
    sites,
    siteReports,
  }: NotifyingStore & { readonly siteReports: SiteReports },
  runtime: OwnedRuntime,
  lookups: Lookups,
  resources: Close[],
): Promise<SitemapImporter> {
  const { config, log, store, logger, confirm, telemetry } = runtime
  const { metrics } = telemetry
  const workers: Close[] = []
  resources.push((graceMs) => Promise.all(workers.map((close) => close(graceMs))))
  const resultConsumer = await startResultConsumer({
    frontier,
    log,
    store,
    logger,
    metrics,
    readValue,
    poisonPills: poisonPillOptions(runtime),
  })
  workers.push((graceMs) => resultConsumer.drain(graceMs))
  const set = withFence(confirm, store.set)
  const seal = await openSealSecret(batchesFolder(config), { set }, logger)
  workers.push(() => seal.close())
  const append = withFence(confirm, log.append)
  const changes = notifier.subscribe(DISPATCHABLE)
  workers.push(
    startDispatcher({ frontier, log: { append }, logger, metrics, secret: () => seal.secret, changes }),
  )
  workers.push(startQuotaRefunds({ frontier, store, logger }))
  workers.push(finishSites({ sites, siteReports, lookups, append }, runtime))
  const importer = await startSitemapImporter({ frontier, lookups, store, logger })
  workers.push(() => importer.stop())
  return importer
}
