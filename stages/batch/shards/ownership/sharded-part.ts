import { join } from 'node:path'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { sharePending } from '#shared/async/share-pending.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { ShardCalls } from '#shared/rpc/shards/shard-calls.ts'
import type { Runtime } from '#shared/runtime.ts'
import { withEndings } from '#shared/stage/endings.ts'
import { guardDispatch, readDisk } from '../../adapters/disk/disk-guard.ts'
import type { SharedSealSecret } from '../../adapters/ownership/shared-seal-secret.ts'
import { openShard, type ShardHost, type ShardWithFile } from '../../adapters/shard-files/open-shard.ts'
import { makeShardReports, type ShardReports } from '../../adapters/sqlite/site/copies/shard-reports.ts'
import type { ReportThread } from '../../adapters/sqlite/site/report-thread.ts'
import { discover } from '../../crawl/discover.ts'
import { type DispatchOptions, redispatch } from '../../event-log/dispatcher.ts'
import { addressLearningFrontier, type QueueNames } from '../../frontier/queue-names.ts'
import type { SiteStore } from '../../site/finish/site-store.ts'
import type { ShardDirectory } from '../directory/shard-directory.ts'
import { recentPages } from '../logs/recent-pages.ts'
import type { LocalShards } from '../rpc/local-shards.ts'
import { type RemoteShards, remoteShards } from '../rpc/remote-shards.ts'
import { UPLOADS_AT_ONCE } from '../segments/save-segments.ts'
import { type ShardedFrontier, shardedFrontier } from '../sharded-frontier.ts'
import { siteStores } from '../site/site-stores.ts'
import { makeLocalShards } from './local-shards.ts'
import { makeOwnedShards, type OwnedShards } from './owned-shards.ts'
import { watchTaken } from './watch-taken.ts'

export interface ShardedPartOptions {
  readonly runtime: Runtime
  /** The folder of this part. */
  readonly folder: string
  readonly directory: ShardDirectory
  readonly seal: SharedSealSecret
  readonly queueNames: QueueNames
  readonly thread: ReportThread
  /** Of this run of the process. */
  readonly instance: string
  /** To other parts. */
  readonly calls: ShardCalls
  readonly openDatabase: ShardHost['openDatabase']
  /** Called when there may be items to dispatch. */
  onDispatchable(): void
}

/** The shards of the frontier as one process has them: none are owned at first. */
export interface ShardedPart {
  readonly owned: OwnedShards<ShardWithFile>
  readonly local: LocalShards
  readonly shards: RemoteShards
  readonly frontier: ShardedFrontier
  readonly dispatching: DispatchOptions
  readonly siteReports: ShardReports
  readonly sites: SiteStore
}

const SECOND_MS = 1000
const DAY_MS = 86_400_000
const MIB = 1024 * 1024
/** Commands whose outcomes are in memory, and shards whose state is being restored, at the same time. */
const LOADS_AT_ONCE = 4
const RESTORES_AT_ONCE = 4
/** Outcomes that are kept in memory until all shards have those that they want. */
const OUTCOME_BYTES = 32 * MIB

/** Makes what a batch part has of the shards. `shards` and `owned` are closed by the caller. */
export function makeShardedPart(options: ShardedPartOptions): ShardedPart {
  const { runtime, directory, queueNames, calls, thread } = options
  const { FRONTIER_SHARDS: count, BATCH_WINDOW: window, BATCH_DISK_RESERVE_MB } = runtime.config
  const guard = { reserve: BATCH_DISK_RESERVE_MB * MIB, logger: runtime.logger }
  const dispatching = makeDispatching(options)
  const owned: OwnedShards<ShardWithFile> = makeOwned(options, dispatching, () => shards)
  const local: LocalShards = makeLocalShards({
    ...{ count, owned },
    sites: {
      report: (...asked) => siteReports.report(...asked),
      pages: async (...asked) => siteReports.pages(...asked),
      copy: (...asked) => siteReports.copy(...asked),
    },
  })
  const ownerOf = (shard: number) => directory.owner(shard)?.address ?? null
  const shards = remoteShards({ local, ownerOf, calls })
  const ownedSites = () => owned.opened().map(({ site }) => site)
  const { copyFrom } = shards
  const folder = join(options.folder, 'copies')
  const siteReports = makeShardReports({ thread, shards, owned: ownedSites, copyFrom, folder })
  const ready = () => owned.ready().map(({ runner }) => runner)
  const learning = addressLearningFrontier(shardedFrontier({ shards, owned: ready, window }), queueNames)
  const frontier = {
    ...learning,
    dispatch: guardDispatch(learning.dispatch, readDisk(options.folder), guard),
  }
  return { owned, local, shards, frontier, dispatching, siteReports, sites: siteStores(ownedSites, count) }
}

function makeDispatching({ runtime, seal }: ShardedPartOptions): DispatchOptions {
  const { config, log, logger } = runtime
  const append = withEndings(log.append, config.FRONTIER_SHARDS)
  return { log: { append }, logger, secret: () => seal.secret }
}

function makeOwned(
  options: ShardedPartOptions,
  dispatching: DispatchOptions,
  shards: () => RemoteShards,
): OwnedShards<ShardWithFile> {
  let host: ShardHost | null = null
  return makeOwnedShards({
    open(shard, signal) {
      host ??= makeHost(options, shards())
      return openShard(host, shard, signal)
    },
    onUpToDate: ({ runner: { store } }, signal) =>
      redispatch(
        dispatching,
        async (after, limit) => store.inFlight(after, limit),
        (work) => retryWhileUnavailable(work, { signal }),
      ),
    onReady: options.onDispatchable,
    watchTaken: (shard) => watchTaken({ ...options, shard }),
    logger: options.runtime.logger,
  })
}

function makeHost(
  { runtime, folder, directory, queueNames, openDatabase, onDispatchable }: ShardedPartOptions,
  shards: RemoteShards,
): ShardHost {
  const { config, log, events, objects, logger } = runtime
  return {
    ...{ shards, directory, log, objects, logger, openDatabase, onDispatchable, discover },
    // Many shards are opened at the same time, and each asks for the bounds of all partitions.
    events: { ...events, bounds: sharePending((topic) => events.bounds(topic)) },
    readValue: (dataref) => loadLarge(objects, dataref),
    folder: join(folder, 'shards'),
    queueOf: queueNames.nameOf,
    leaseMs: config.BATCH_LEASE_SECONDS * SECOND_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
    reserve: config.BATCH_DISK_RESERVE_MB * MIB,
    snapshotMs: config.FRONTIER_SNAPSHOT_SECONDS * SECOND_MS,
    outcomes: recentPages({ events, maxBytes: OUTCOME_BYTES }),
    uploads: makeSemaphore(UPLOADS_AT_ONCE),
    loads: makeSemaphore(LOADS_AT_ONCE),
    restores: makeSemaphore(RESTORES_AT_ONCE),
  }
}
