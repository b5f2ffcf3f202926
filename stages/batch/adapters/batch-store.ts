import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import { startBackgroundWork } from '../background-work.ts'
import type { Discover, Frontier } from '../frontier/frontier.ts'
import { DISPATCHABLE, type Notifier } from '../notifier.ts'
import type { SiteStore } from '../site/finish/site-store.ts'
import { type Database, readDiskSpace, withDiskFullErrors, withDiskGuard } from './disk/disk-guard.ts'
import { type Durability, walDurability } from './disk/durability.ts'
import { resultFiles } from './disk/result-files.ts'
import type { FrontierFigures } from './frontier-metrics.ts'
import { type CleanupOptions, makeCleanup } from './sqlite/cleanup.ts'
import { recover } from './sqlite/recovery.ts'
import { type ResultsOptions, readResults, startSyncing } from './sqlite/results.ts'
import { sqliteSiteStore } from './sqlite/site/sqlite-site-store.ts'
import { sqliteFrontier } from './sqlite/sqlite-frontier.ts'
import { figuresOf } from './sqlite/statements/figures.ts'
import { openTables } from './sqlite/tables.ts'

export interface BatchStoreOptions {
  /** The caller closes it. */
  readonly database: Database
  /** The folder of the result files. */
  readonly folder: string
  readonly discover: Discover
  /** The most items in flight, of all batches together. */
  readonly window: number
  /** See `SqliteFrontierOptions`. */
  readonly leaseMs: number
  /** The most items in flight of one queue of a batch. */
  readonly perHost: number
  /** Returns the name of the queue that a URL waits in. Default: the URL's host. */
  readonly queueOf?: (url: string, batch?: string) => string
  /** How long a finished batch is kept, in milliseconds. */
  readonly retentionMs: number
  /** Bytes of the disk that stay free, or a tenth of the disk if that is less. */
  readonly reserve: number
  /** Milliseconds between two syncs of the result files. */
  readonly syncMs?: number
  /** How commits of the database are synced. Default: a sync of the write-ahead log. */
  readonly durability?: Durability
  readonly notifier: Notifier
  readonly readValue: ResultsOptions['readValue']
  readonly logger: Log
}

/** The files of the batch part. */
export interface BatchStore {
  readonly frontier: Frontier
  readonly sites: SiteStore
  readResults(id: string, reading: ResultsQuery): AsyncIterable<Uint8Array> | null
  figures(): Promise<FrontierFigures>
  /** Stops the background work. The caller closes the database. */
  close(): Promise<void>
}

const SYNC_MS = 500
const CLEANUP_MS = 500
const STEP_MS = 20

/**
 * Opens the store as the last process left it. Rejects with `SERVICE_UNAVAILABLE` when the disk cannot be
 * written.
 */
export async function openBatchStore(options: BatchStoreOptions): Promise<BatchStore> {
  const { folder, perHost, leaseMs, logger } = options
  const database = withDiskFullErrors(options.database)
  const tables = openTables(database.db, perHost, options.queueOf)
  const files = resultFiles(folder)
  await database.write(() => recover({ tables, files, leaseMs, logger }))
  const durability = options.durability ?? walDurability(database.db.location() ?? '')
  const { synced } = durability
  const parts = { ...options, database, tables, files, synced }
  const figures = figuresOf(database.db, leaseMs)
  const stopCleanup = keepClean(parts)
  const stopSyncing = startSyncing({ ...parts, syncMs: options.syncMs ?? SYNC_MS })
  return {
    frontier: withDiskGuard(sqliteFrontier(parts), readDiskSpace(folder, database.db), options),
    sites: sqliteSiteStore({ database, tables }),
    readResults: (id, reading) => readResults(parts, id, reading),
    figures: async () => figures(),
    async close() {
      await Promise.all([stopCleanup(), stopSyncing()])
      await durability.close()
    },
  }
}

/**
 * Runs the clean-up periodically, in small steps. The returned function stops it and resolves when no step is
 * running.
 */
function keepClean(options: BatchStoreOptions & CleanupOptions): () => Promise<void> {
  const { database, notifier, logger } = options
  const changes = notifier.subscribe('')
  const cleanUp = makeCleanup(options)

  async function step(): Promise<number> {
    try {
      const { hasMore, hasReadyQueues, ended } = await database.write(() => cleanUp(Date.now()))
      for (const subject of hasReadyQueues ? [...ended, DISPATCHABLE] : ended) notifier.notify(subject)
      return hasMore ? STEP_MS : CLEANUP_MS
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, 'the clean-up of the frontier failed')
      return CLEANUP_MS
    }
  }

  return startBackgroundWork(async (signal) => {
    signal.addEventListener('abort', changes.close)
    while (!signal.aborted) await changes.next(await step())
  })
}
