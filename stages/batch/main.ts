import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { poisonPillOptions } from '#shared/stage/stage-options.ts'
import { type BatchStore, type BatchStoreOptions, openBatchStore } from './adapters/batch-store.ts'
import { lockFolder } from './adapters/folder-lock.ts'
import { RELEASE } from './adapters/frontier-sqlite.ts'
import { openSealSecret } from './adapters/seal-secret.ts'
import { claimTopics, type TopicOwner } from './adapters/topic-owner.ts'
import { makeBatches } from './batches.ts'
import { discover } from './crawl/discover.ts'
import { fenced, fencedFrontier } from './fenced.ts'
import { startGivingBack } from './giving-back.ts'
import { startIngest } from './ingest.ts'
import { learningFrontier } from './learning-frontier.ts'
import { makeQueueUnits, type QueueUnits } from './queue-units.ts'
import { startRunner } from './runner.ts'
import { startBatchesServer } from './server.ts'
import { makeSignal } from './signal.ts'
import { type SitemapReader, startSitemapReader } from './sitemaps/sitemap-reader.ts'

export interface BatchPart extends Component {
  /** `host:port` where it serves batches. */
  readonly batchesAddress: string
}

const MIB = 1_048_576
const SECOND_MS = 1000
const DAY_MS = 86_400_000

/** Closes something that was opened, within so many milliseconds where it has work to finish. */
type Close = (graceMs: number) => unknown

/** For what a start that failed has begun already. */
const FAILED_START_GRACE_MS = 1000

/**
 * Starts the batch part: an installation has one, whatever else runs how often. Throws FolderTaken where another one
 * runs on the same DATA_DIR, TopicsTaken where one of another DATA_DIR owns the topics; a start that fails leaves nothing
 * open.
 */
export async function startBatch(runtime: Runtime, lookups: Lookups, listen: string): Promise<BatchPart> {
  const opened: Close[] = []
  async function stop(graceMs: number): Promise<void> {
    for (const close of opened.toReversed()) await close(graceMs)
  }
  try {
    const owner = await openOwner(runtime, opened)
    const { address } = await open({ ...runtime, confirm: owner.confirm }, lookups, listen, opened)
    return { batchesAddress: address, stop, failed: owner.lost }
  } catch (error) {
    // Why it failed is told, not what came of that.
    await stop(FAILED_START_GRACE_MS).catch(() => undefined)
    throw error
  }
}

/** An embedded log has no other owner than that of its DATA_DIR. */
const soleOwner: Pick<TopicOwner, 'confirm' | 'lost'> = {
  confirm: async () => undefined,
  lost: new Promise(() => {}),
}

async function openOwner(
  { config, store, logger }: Runtime,
  opened: Close[],
): Promise<Pick<TopicOwner, 'confirm' | 'lost'>> {
  const folder = folderOf(config)
  opened.push(lockFolder(folder))
  if (config.KAFKA_BROKERS === null) return soleOwner
  const { KAFKA_TOPIC_PREFIX: topicPrefix, BATCH_TAKE_OVER: takeOver } = config
  const owner = await claimTopics({ store, topicPrefix, folder, takeOver, logger })
  opened.push(() => owner.close())
  return owner
}

function folderOf({ DATA_DIR }: Runtime['config']): string {
  return join(DATA_DIR, 'batches')
}

/** Whatever the log or the stages are told is confirmed before. */
type Owned = Runtime & Pick<TopicOwner, 'confirm'>

async function open(runtime: Owned, lookups: Lookups, listen: string, opened: Close[]): Promise<GrpcServer> {
  const queues = makeQueueUnits(runtime.config.BATCH_POLITE_BY, lookups)
  const store = await openStore(runtime, queues, opened)
  const sitemaps = await startWork(store, runtime, lookups, opened)
  const server = await serve(store, sitemaps, runtime, listen)
  opened.push((graceMs) => server.close(graceMs))
  return server
}

type WatchedStore = BatchStore & Pick<BatchStoreOptions, 'signal' | 'readValue'>

async function openStore(
  { config, logger, objects, confirm }: Owned,
  queues: QueueUnits,
  opened: Close[],
): Promise<WatchedStore> {
  const folder = folderOf(config)
  const database = openDatabase(join(folder, 'frontier.db'))
  opened.push(() => database.close())
  const signal = makeSignal()
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const store = await openBatchStore({
    database,
    folder,
    discover,
    window: config.BATCH_WINDOW,
    leaseMs: config.BATCH_LEASE_SECONDS * SECOND_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    queueOf: queues.known,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
    reserve: config.BATCH_DISK_RESERVE_MB * MIB,
    signal,
    readValue,
    logger,
  })
  opened.push(() => store.close())
  const fencedOne = fencedFrontier(store.frontier, confirm)
  return { ...store, frontier: learningFrontier(fencedOne, queues), signal, readValue }
}

/** What reads and feeds the log stops together. */
async function startWork(
  { frontier, signal, readValue }: WatchedStore,
  runtime: Owned,
  lookups: Lookups,
  opened: Close[],
): Promise<SitemapReader> {
  const { config, log, store, logger, confirm, telemetry } = runtime
  const { metrics } = telemetry
  const working: Close[] = []
  opened.push((graceMs) => Promise.all(working.map((close) => close(graceMs))))
  const ingest = await startIngest({
    frontier,
    log,
    store,
    logger,
    metrics,
    readValue,
    ends: poisonPillOptions(runtime),
  })
  working.push((graceMs) => ingest.drain(graceMs))
  const set = fenced(confirm, store.set)
  const seal = await openSealSecret(folderOf(config), { set }, logger)
  working.push(() => seal.close())
  const { secret } = seal
  const append = fenced(confirm, log.append)
  const news = signal.listen(RELEASE)
  const runner = startRunner({ frontier, log: { append }, logger, metrics, secret, news })
  working.push(() => runner.stop())
  const givingBack = startGivingBack({ frontier, store, logger })
  working.push(() => givingBack.stop())
  const sitemaps = await startSitemapReader({ frontier, lookups, store, logger })
  working.push(() => sitemaps.stop())
  return sitemaps
}

function serve(
  { frontier, readResults }: BatchStore,
  { read: readSitemaps }: SitemapReader,
  { config, logger }: Runtime,
  listen: string,
): Promise<GrpcServer> {
  const maxLineBytes = config.BATCH_LINE_MAX_BYTES
  const batches = makeBatches({ frontier, readResults, readSitemaps, maxLineBytes })
  return startBatchesServer({ listen, batches, log: logger })
}
