import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { grpcShards } from '#shared/adapters/grpc/shards.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Sites } from '#shared/rpc/site-calls.ts'
import type { Runtime } from '#shared/runtime.ts'
import { withEndings } from '#shared/stage/endings.ts'
import { poisonPillOptions } from '#shared/stage/stage-options.ts'
import { claimForShards } from '../adapters/ownership/shards-owner.ts'
import { openSharedSealSecret, type SharedSealSecret } from '../adapters/ownership/shared-seal-secret.ts'
import { openShard, type ShardHost, type ShardWithFile } from '../adapters/shard-files/open-shard.ts'
import { DISPATCHABLE } from '../adapters/sqlite/sqlite-frontier.ts'
import { makeBatchService } from '../batch-service.ts'
import { startBatchesServer } from '../batches-server.ts'
import { discover } from '../crawl/discover.ts'
import { startDeferredConsumer } from '../event-log/deferred-consumer.ts'
import { type DispatchOptions, redispatch, startDispatcher } from '../event-log/dispatcher.ts'
import { addressLearningFrontier, makeQueueNames, type QueueNames } from '../frontier/queue-names.ts'
import { startQuotaRefunds } from '../frontier/quota-refund.ts'
import { makeNotifier, type Notifier } from '../notifier.ts'
import { followOpenBatches } from '../sitemaps/follow-open-batches.ts'
import { startSitemapImporter } from '../sitemaps/sitemap-importer.ts'
import { openShardDirectory, type ShardDirectory } from './directory/shard-directory.ts'
import { announceOwner } from './ownership/announce-owner.ts'
import { makeLocalShards } from './ownership/local-shards.ts'
import { makeOwnedShards, type OwnedShards } from './ownership/owned-shards.ts'
import { joinShardGroup } from './ownership/shard-group.ts'
import { homeOf } from './placement.ts'
import type { LocalShards } from './rpc/local-shards.ts'
import { type RemoteShards, remoteShards } from './rpc/remote-shards.ts'
import { readResults } from './segments/read-results.ts'
import { UPLOADS_AT_ONCE } from './segments/save-segments.ts'
import { type ShardedFrontier, shardedFrontier } from './sharded-frontier.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
/** Commands whose outcomes are in memory, and shards whose state is being restored, at the same time. */
const LOADS_AT_ONCE = 4
const RESTORES_AT_ONCE = 4

/** Closes a resource. Its work may take `graceMs` milliseconds to finish. */
type Close = (graceMs: number) => unknown

export interface ShardedPartOptions {
  readonly runtime: Runtime
  readonly lookups: Lookups
  /** `host:port` where batches are served. */
  readonly listen: string
  /** The folder of this part. */
  readonly folder: string
  /** Gets what has to be closed, the last one first. */
  readonly resources: Close[]
}

/** Starts a batch part with shards of the frontier. Returns the server of batches. Throws TopicsTaken. */
export async function startShardedPart(options: ShardedPartOptions): Promise<GrpcServer> {
  const { runtime, lookups, folder, resources } = options
  const { config, log, events, store, logger } = runtime
  const { KAFKA_TOPIC_PREFIX: topicPrefix, BATCH_TAKE_OVER: takeOver, FRONTIER_SHARDS: count } = config
  await claimForShards({ store, topicPrefix, takeOver, logger })
  const directory = openShardDirectory({ log, events, shards: count, logger })
  resources.push(() => directory.close())
  const seal = await openSharedSealSecret(folder, store, logger)
  resources.push(() => seal.close())
  const queueNames = makeQueueNames(config.BATCH_POLITE_BY, lookups)
  const part = makePart({ ...options, directory, seal, queueNames })
  // Who leaves the group has stored its shards before.
  const leaving: Close[] = []
  resources.push((graceMs) => Promise.all(leaving.map((leave) => leave(graceMs))))
  resources.push((graceMs) => part.owned.stop(graceMs))
  const server = await serve(part)
  leaving.push(await joinGroup(part, server.address))
  await startWork(part)
  await untilReady(part)
  server.setServing(true)
  return server
}

interface PartOptions extends ShardedPartOptions {
  readonly directory: ShardDirectory
  readonly seal: SharedSealSecret
  readonly queueNames: QueueNames
}

interface Part extends PartOptions {
  readonly owned: OwnedShards<ShardWithFile>
  readonly local: LocalShards
  readonly shards: RemoteShards
  readonly frontier: ShardedFrontier
  readonly notifier: Notifier
  readonly dispatching: DispatchOptions
  readValue(dataref: string): Promise<string | null>
}

function makePart(options: PartOptions): Part {
  const { runtime, directory, seal, queueNames, resources } = options
  const { config, log, logger, objects } = runtime
  const notifier = makeNotifier()
  const onDispatchable = () => notifier.notify(DISPATCHABLE)
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const { append } = log
  const dispatching = {
    log: { append: withEndings(append, config.FRONTIER_SHARDS) },
    logger,
    secret: () => seal.secret,
  }
  const owned: OwnedShards<ShardWithFile> = makeOwnedShards({
    open: (shard, signal) => openShard(host, shard, signal),
    onUpToDate: ({ runner: { store } }, signal) =>
      redispatch(
        dispatching,
        async (after, limit) => store.inFlight(after, limit),
        (work) => retryWhileUnavailable(work, { signal }),
      ),
    onReady: onDispatchable,
    logger,
  })
  const sites: Sites = { report: async () => null, pages: async () => null }
  const local = makeLocalShards({ count: config.FRONTIER_SHARDS, owned, sites })
  const ownerOf = (shard: number) => directory.owner(shard)?.address ?? null
  const shards = remoteShards({ local, ownerOf, calls: grpcShards({ log: logger }) })
  resources.push(() => shards.close())
  const host = makeHost({ ...options, shards, onDispatchable, readValue })
  const frontier = shardedFrontier({
    shards,
    owned: () => owned.ready().map(({ runner }) => runner),
    window: config.BATCH_WINDOW,
  })
  const learning = addressLearningFrontier(frontier, queueNames)
  return { ...options, owned, local, shards, frontier: learning, notifier, dispatching, readValue }
}

function makeHost({
  runtime,
  folder,
  directory,
  queueNames,
  ...parts
}: PartOptions & Pick<ShardHost, 'shards' | 'onDispatchable' | 'readValue'>): ShardHost {
  const { config, log, events, objects, logger } = runtime
  return {
    ...parts,
    ...{ directory, log, events, objects, logger, openDatabase, discover },
    folder: join(folder, 'shards'),
    queueOf: queueNames.nameOf,
    leaseMs: config.BATCH_LEASE_SECONDS * SECOND_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
    snapshotMs: config.FRONTIER_SNAPSHOT_SECONDS * SECOND_MS,
    uploads: makeSemaphore(UPLOADS_AT_ONCE),
    loads: makeSemaphore(LOADS_AT_ONCE),
    restores: makeSemaphore(RESTORES_AT_ONCE),
  }
}

async function serve({
  runtime,
  listen,
  resources,
  frontier,
  local,
  shards,
  readValue,
}: Part): Promise<GrpcServer> {
  const { config, objects, logger } = runtime
  const home = (batch: string) => homeOf(batch, shards.count)
  const batches = makeBatchService({
    frontier,
    siteReports: shards as never,
    readResults: (id, reading) => readResults({ shards, objects, readValue, homeOf: home }, id, reading),
    // Whoever owns the home of a batch reads its sitemaps.
    readSitemaps: () => undefined,
    maxLineBytes: config.BATCH_LINE_MAX_BYTES,
  })
  const server = await startBatchesServer({ listen, batches, shards: local, log: logger })
  resources.push((graceMs) => server.close(graceMs))
  server.setServing(false)
  return server
}

/** Joins the group of the shards, and announces which ones are here. The returned function leaves the group. */
async function joinGroup({ runtime, owned, directory }: Part, listening: string): Promise<Close> {
  const { config, log, logger } = runtime
  const stopAnnouncing = announceOwner({
    directory,
    owned: () => owned.opened().map(({ runner }) => runner.store.shard),
    address: config.BATCHES_ADVERTISE || reachable(listening),
    instance: randomUUID(),
    logger,
  })
  const joining = () => joinShardGroup(log, (shards) => owned.assign(shards))
  const leave = await retryWhileUnavailable(joining)
  return async () => {
    await stopAnnouncing()
    await leave()
  }
}

/** An address that stands for all of this host is none for others. */
function reachable(listening: string): string {
  return listening.replace(/^(0\.0\.0\.0|\[::\])(?=:)/, hostname())
}

/** Starts all readers and writers of the log. They stop together. */
async function startWork(part: Part): Promise<void> {
  const { runtime, lookups, resources, frontier, notifier, dispatching } = part
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
  const importer = await startSitemapImporter({ frontier, lookups, store, logger })
  const stopFollowing = followOpenBatches({ frontier, importer, logger })
  workers.push(() => Promise.all([stopFollowing(), importer.stop()]))
}

/** How long a start waits for the state of the first shards. */
const FIRST_SHARDS_MS = 15_000
const LOOK_MS = 50

async function untilReady({ owned }: Part): Promise<void> {
  for (const end = performance.now() + FIRST_SHARDS_MS; performance.now() < end; await sleep(LOOK_MS))
    if (owned.isReady()) return
}
