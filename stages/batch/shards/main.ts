import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { grpcBatches } from '#shared/adapters/grpc/batches.ts'
import { grpcShards } from '#shared/adapters/grpc/shards.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Runtime } from '#shared/runtime.ts'
import { poisonPillOptions } from '#shared/stage/stage-options.ts'
import { claimForShards, FORMER } from '../adapters/ownership/shards-owner.ts'
import { openSharedSealSecret, type SharedSealSecret } from '../adapters/ownership/shared-seal-secret.ts'
import { makeReportThread, type ReportThread } from '../adapters/sqlite/site/report-thread.ts'
import { reportsOfFile } from '../adapters/sqlite/site/site-reports.ts'
import { DISPATCHABLE } from '../adapters/sqlite/sqlite-frontier.ts'
import { makeBatchService } from '../batch-service.ts'
import { startBatchesServer } from '../batches-server.ts'
import { startDeferredConsumer } from '../event-log/deferred-consumer.ts'
import { startDispatcher } from '../event-log/dispatcher.ts'
import { type Close, frontierPath } from '../frontier/file/open-file.ts'
import { makeFormerFinder } from '../frontier/former/find-former.ts'
import { startFormerFrontier } from '../frontier/former/start-former.ts'
import { type FormerBatches, withFormer } from '../frontier/former/with-former.ts'
import { makeQueueNames, type QueueNames } from '../frontier/queue-names.ts'
import { startQuotaRefunds } from '../frontier/quota-refund.ts'
import { makeNotifier, type Notifier } from '../notifier.ts'
import { finishSites } from '../site/finish/finish-sites.ts'
import { reportBudget } from '../site/report-budget.ts'
import { followOpenBatches } from '../sitemaps/follow-open-batches.ts'
import { startSitemapImporter } from '../sitemaps/sitemap-importer.ts'
import { openShardDirectory, type ShardDirectory } from './directory/shard-directory.ts'
import { announceOwner, withdrawOwner } from './ownership/announce-owner.ts'
import { coalesceCalls } from './ownership/coalesce-calls.ts'
import { giveAway } from './ownership/give-away.ts'
import { joinShardGroup } from './ownership/shard-group.ts'
import { makeShardedPart, type ShardedPart } from './ownership/sharded-part.ts'
import { formerFrontierOf, homeOf } from './placement.ts'
import { readResults } from './segments/read-results.ts'

/** Many shards tell at about the same time that there may be items to dispatch. */
const GATHER_MS = 20

/** Lines that are stored at a time: some of each shard. */
const LINES_AT_ONCE = 2000

export interface StartOptions {
  readonly runtime: Runtime
  readonly lookups: Lookups
  /** `host:port` where batches are served. */
  readonly listen: string
  /** The folder of this part. */
  readonly folder: string
  /** Gets what has to be closed, the last one first. */
  readonly resources: Close[]
}

interface Part extends StartOptions, ShardedPart {
  readonly directory: ShardDirectory
  readonly notifier: Notifier
  readonly queueNames: QueueNames
  readonly thread: ReportThread
  readonly seal: SharedSealSecret
  /** Of this run of the process. */
  readonly instance: string
}

/**
 * Starts a batch part with shards of the frontier, and the former frontier where its folder has that. Returns the server of
 * batches. Throws TopicsTaken.
 */
export async function startShardedPart(options: StartOptions): Promise<GrpcServer> {
  const { config, store, logger } = options.runtime
  const { KAFKA_TOPIC_PREFIX: topicPrefix, BATCH_TAKE_OVER: takeOver } = config
  const isMoved = await claimForShards({ store, topicPrefix, folder: options.folder, takeOver, logger })
  const part = await openPart(options)
  // Who has not read of the former frontier would say that its batches do not exist.
  await part.directory.caughtUp()
  const former = isMoved ? await startFormer(part) : null
  if (former === null && (isMoved || takeOver === FORMER))
    await withdrawOwner(part.directory, formerFrontierOf(part.shards.count), part.instance)
  const server = await serve(part, former)
  const { first, leave } = await joinGroup(part, server.address, former !== null)
  await startWork(part)
  const onLeaving = () => server.setServing(false)
  options.resources.push((graceMs) =>
    giveAway({ ...part, count: part.shards.count, leave, onLeaving }, graceMs),
  )
  await Promise.race([first.then(() => untilReady(part)), sleep(FIRST_SHARDS_MS, undefined, { ref: false })])
  server.setServing(true)
  return server
}

async function openPart(options: StartOptions): Promise<Part> {
  const { runtime, lookups, folder, resources } = options
  const { config, log, events, store, logger, partsSecret: secret } = runtime
  const directory = openShardDirectory({ log, events, shards: config.FRONTIER_SHARDS, logger })
  resources.push(() => directory.close())
  const seal = await openSharedSealSecret(folder, store, logger)
  resources.push(() => seal.close())
  const queueNames = makeQueueNames(config.BATCH_POLITE_BY, lookups)
  const thread = makeReportThread(reportBudget(config))
  resources.push(() => thread.stop())
  const notifier = makeNotifier()
  const onDispatchable = coalesceCalls(GATHER_MS, () => notifier.notify(DISPATCHABLE))
  const calls = grpcShards({ secret, log: logger })
  const instance = randomUUID()
  const own = { runtime, folder, directory, seal, queueNames, thread, instance, calls }
  const part = makeShardedPart({ ...own, openDatabase, onDispatchable })
  resources.push(() => part.shards.close())
  return { ...options, ...part, directory, notifier, queueNames, thread, seal, instance }
}

/** The folder is locked, and the shards own the topics: nobody else runs on the file. */
const confirm = async () => undefined

function startFormer({ seal, thread, ...part }: Part): Promise<FormerBatches | null> {
  const siteReports = reportsOfFile(thread, frontierPath(part.folder))
  const runtime = { ...part.runtime, confirm }
  return startFormerFrontier({ ...part, runtime, siteReports, openDatabase, secret: () => seal.secret })
}

async function serve(part: Part, former: FormerBatches | null): Promise<GrpcServer> {
  const { runtime, listen, resources, frontier, local, shards, directory } = part
  const { config, store, objects, logger, partsSecret: secret } = runtime
  const reading = {
    ...{ shards, objects },
    readValue: (dataref: string) => loadLarge(objects, dataref),
    homeOf: (batch: string) => homeOf(batch, shards.count),
  }
  const inShards = makeBatchService({
    frontier,
    pace: { store, delayMs: config.BATCH_HOST_DELAY_MS },
    siteReports: shards,
    readResults: (id, query) => readResults(reading, id, query),
    // Whoever owns the home of a batch reads its sitemaps.
    readSitemaps: () => undefined,
    maxLineBytes: config.BATCH_LINE_MAX_BYTES,
    linesAtOnce: LINES_AT_ONCE,
  })
  let ownAddress: string | null = null
  const finder = makeFormerFinder({
    here: former,
    announced: () => directory.owner(formerFrontierOf(shards.count))?.address ?? null,
    ownAddress: () => ownAddress,
    connect: (address) => grpcBatches({ address, secret, log: logger }),
  })
  resources.push(() => finder.close())
  const batches = withFormer(inShards, () => finder.find())
  const server = await startBatchesServer({ listen, batches, shards: local, secret, log: logger })
  resources.push((graceMs) => server.close(graceMs))
  ownAddress = addressOf(part, server.address)
  server.setServing(false)
  return server
}

/**
 * Joins the group of the shards, and announces which ones are here, once they are ready: before that, a former owner may have
 * them. Resolves with a promise for the first assignment.
 */
async function joinGroup(part: Part, listening: string, hasFormer: boolean) {
  const { runtime, owned, directory, resources, instance } = part
  const { log, logger } = runtime
  const former = hasFormer ? [formerFrontierOf(part.shards.count)] : []
  const assigned = Promise.withResolvers<void>()
  const stopAnnouncing = announceOwner({
    directory,
    owned: () => [...owned.announced().map(({ runner }) => runner.store.shard), ...former],
    address: addressOf(part, listening),
    instance,
    logger,
  })
  resources.push(() => stopAnnouncing())
  const onAssigned = (shards: readonly number[]) => {
    owned.assign(shards)
    assigned.resolve()
  }
  const leave = await retryWhileUnavailable(() => joinShardGroup(log, onAssigned))
  resources.push(() => leave())
  resources.push((graceMs) => owned.stop(graceMs))
  return { first: assigned.promise, leave }
}

/** `host:port` for other parts. An address that stands for all of this host is none for others. */
function addressOf({ runtime: { config } }: Part, listening: string): string {
  return config.BATCHES_ADVERTISE || listening.replace(/^(0\.0\.0\.0|\[::\])(?=:)/, hostname())
}

/** Starts all readers and writers of the log. They stop together. */
async function startWork(part: Part): Promise<void> {
  const { runtime, lookups, resources, frontier, notifier, dispatching, sites, siteReports } = part
  const { log, store, logger, telemetry } = runtime
  const { metrics } = telemetry
  const workers: Close[] = []
  resources.push((graceMs) => Promise.all(workers.map((close) => close(graceMs))))
  const poisonPills = poisonPillOptions(runtime)
  const consumer = await startDeferredConsumer({ frontier, log, store, logger, metrics, poisonPills })
  workers.push((graceMs) => consumer.drain(graceMs))
  const changes = notifier.subscribe(DISPATCHABLE)
  workers.push(startDispatcher({ ...dispatching, frontier, metrics, changes }))
  workers.push(startQuotaRefunds({ frontier, store, logger }))
  workers.push(finishSites({ sites, siteReports, lookups, append: log.append, store }, runtime))
  const importer = await startSitemapImporter({ frontier, lookups, store, logger })
  const stopFollowing = followOpenBatches({ frontier, importer, logger })
  workers.push(() => Promise.all([stopFollowing(), importer.stop()]))
}

/** How long a start waits for the state of the first shards. */
const FIRST_SHARDS_MS = 15_000
const LOOK_MS = 50

async function untilReady({ owned }: Part): Promise<void> {
  while (!owned.isReady()) await sleep(LOOK_MS)
}
