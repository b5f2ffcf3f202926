import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { startBatchesServer } from './batches-server.ts'
import { openDatabasePart } from './frontier/open-database.ts'
import { openFilePart } from './frontier/open-file.ts'
import type { Close, OpenFrontier, OpenOptions } from './frontier/open-frontier.ts'
import { startFrontierWork } from './frontier/start-work.ts'

export interface BatchPart extends Component {
  /** `host:port` where batches are served. */
  readonly batchesAddress: string
}

/** The grace period of the resources that a failed start has opened. */
const FAILED_START_GRACE_MS = 1000

/**
 * Starts the batch part. With Kafka its frontier is in PostgreSQL, and any number of processes run it; rejects with NoDatabase when
 * no POSTGRES_URL names that, and with NewerSchema. With the embedded log it is one file, which one process has: rejects with
 * FolderTaken when another one runs on the same DATA_DIR. A failed start closes all it has opened.
 */
export async function startBatch(runtime: Runtime, lookups: Lookups, listen: string): Promise<BatchPart> {
  const { partsSecret: secret, logger: log } = runtime
  const resources: Close[] = []
  async function stop(graceMs: number): Promise<void> {
    const end = performance.now() + graceMs
    for (const close of resources.toReversed()) await close(Math.max(0, Math.round(end - performance.now())))
  }
  try {
    const opened = await openFrontier({ runtime, lookups, resources })
    const batches = await startFrontierWork({ opened, runtime, lookups, resources })
    const server = await startBatchesServer({ listen, batches, secret, log })
    resources.push((graceMs) => server.close(graceMs))
    if (opened.reportHealth) resources.push(opened.reportHealth(server))
    return { batchesAddress: server.address, stop }
  } catch (error) {
    // Report the original error; ignore errors of the clean-up.
    await stop(FAILED_START_GRACE_MS).catch(() => undefined)
    throw error
  }
}

/** Batches cannot be kept: the message tells the operator why. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase'

  constructor() {
    super(
      'With KAFKA_BROKERS, batches are in PostgreSQL: set POSTGRES_URL=postgres://user:password@host:5432/database for the batch part',
    )
  }
}

function openFrontier(options: OpenOptions): Promise<OpenFrontier> {
  const { KAFKA_BROKERS: brokers, POSTGRES_URL: url } = options.runtime.config
  if (brokers === null) return openFilePart({ ...options, openDatabase })
  if (url === null) throw new NoDatabase()
  return openDatabasePart(options, url)
}
