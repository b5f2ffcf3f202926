import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { frontierShards } from '#shared/config/frontier-shards.ts'
import { batchesTopics } from '#shared/messages/consumer-groups.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { lockFolder } from './adapters/ownership/owned-folder.ts'
import { openSealSecret } from './adapters/ownership/seal-secret.ts'
import { claimTopics, type TopicOwner, withFence } from './adapters/ownership/topic-owner.ts'
import { makeSiteReports } from './adapters/sqlite/site/site-reports.ts'
import { startBatchesServer } from './batches-server.ts'
import { type Close, frontierPath, type OwnedRuntime, openFrontierFile } from './frontier/file/open-file.ts'
import { consumeInto, startFileWork } from './frontier/file/start-file-work.ts'
import { makeQueueNames } from './frontier/queue-names.ts'
import { startShardedPart } from './shards/main.ts'
import { reportBudget } from './site/report-budget.ts'

export interface BatchPart extends Component {
  /** `host:port` where batches are served. */
  readonly batchesAddress: string
}

/** The grace period of the resources that a failed start has opened. */
const FAILED_START_GRACE_MS = 1000

/**
 * Starts the batch part. An installation has any number of them with shards, and exactly one without. Throws FolderTaken when
 * another one runs on the same DATA_DIR, and TopicsTaken when one with another DATA_DIR owns the topics. A failed start closes
 * all it has opened.
 */
export async function startBatch(runtime: Runtime, lookups: Lookups, listen: string): Promise<BatchPart> {
  const resources: Close[] = []
  async function stop(graceMs: number): Promise<void> {
    const end = performance.now() + graceMs
    for (const close of resources.toReversed()) await close(Math.max(0, Math.round(end - performance.now())))
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

async function open(
  runtime: OwnedRuntime,
  lookups: Lookups,
  listen: string,
  resources: Close[],
): Promise<GrpcServer> {
  const { config, store, logger, confirm } = runtime
  const folder = batchesFolder(config)
  const queueNames = makeQueueNames(config.BATCH_POLITE_BY, lookups)
  const siteReports = makeSiteReports(frontierPath(folder), reportBudget(config))
  resources.push(() => siteReports.stop())
  const file = await openFrontierFile({ runtime, folder, queueNames, siteReports, openDatabase, resources })
  const seal = await openSealSecret(folder, { set: withFence(confirm, store.set) }, logger)
  resources.push(() => seal.close())
  const consume = () => consumeInto(file, runtime, batchesTopics)
  const batches = await startFileWork({
    file,
    runtime,
    lookups,
    resources,
    secret: () => seal.secret,
    consume,
  })
  const server = await startBatchesServer({ listen, batches, secret: runtime.partsSecret, log: logger })
  resources.push((graceMs) => server.close(graceMs))
  return server
}
