import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import type { Discover, Frontier } from '../frontier/frontier.ts'
import type { Notifier } from '../notifier.ts'
import { withDiskFullErrors } from './disk/disk-full.ts'
import { readDiskSpace, withDiskGuard } from './disk/disk-guard.ts'
import { type Durability, walDurability } from './disk/durability.ts'
import { resultFiles } from './disk/result-files.ts'
import { keepSynced } from './disk/sync-results.ts'
import { type CleanupOptions, makeCleanup } from './sqlite/cleanup.ts'
import { recover } from './sqlite/recovery.ts'
import { type ResultsOptions, readResults } from './sqlite/results-reader.ts'
import type { Database } from './sqlite/schema.ts'
import { DISPATCHABLE, sqliteFrontier } from './sqlite/sqlite-frontier.ts'
import { openTables } from './sqlite/tables.ts'

export interface BatchStoreOptions {
  /** Stays the caller's. */
  readonly database: Database
  /** Of the result files. */
  readonly folder: string
  readonly discover: Discover
  /** Items of all batches that may be under way. */
  readonly window: number
  /** See `SqliteFrontierOptions`. */
  readonly leaseMs: number
  /** Items of a queue of a batch that may be under way. */
  readonly perHost: number
  /** The queue that a URL waits in, by name; default: that of its host. */
  readonly queueOf?: (url: string) => string
  /** How long a batch that ended is kept, in milliseconds. */
  readonly retentionMs: number
  /** Bytes of the disk that are left free, or a tenth of it if that is less. */
  readonly reserve: number
  /** Between two times that result files are brought to the disk itself, in milliseconds. */
  readonly syncMs?: number
  /** Of the database. */
  readonly durability?: Durability
  readonly notifier: Notifier
  readonly readValue: ResultsOptions['readValue']
  readonly logger: Log
}

/** What the batch part has on disk. */
export interface BatchStore {
  readonly frontier: Frontier
  readResults(id: string, reading: ResultsQuery): AsyncIterable<Uint8Array> | null
  /** Stops what it does by itself; the database is the caller's to close. */
  close(): Promise<void>
}

const SYNC_MS = 500
const CLEANUP_MS = 500
const STEP_MS = 20

/** Opens the store as the last process left it. Rejects with `SERVICE_UNAVAILABLE` when it can't be written to. */
export async function openBatchStore(options: BatchStoreOptions): Promise<BatchStore> {
  const { folder, perHost, leaseMs, logger } = options
  const database = withDiskFullErrors(options.database)
  const tables = openTables(database.db, perHost, options.queueOf)
  const files = resultFiles(folder)
  await database.write(() => recover({ tables, files, leaseMs, logger }))
  const durability = options.durability ?? walDurability(database.db.location() ?? '')
  const { synced } = durability
  const parts = { ...options, database, tables, files, synced }
  const stopCleanup = keepClean(parts)
  const stopSyncing = keepSynced({ ...parts, syncMs: options.syncMs ?? SYNC_MS })
  return {
    frontier: withDiskGuard(sqliteFrontier(parts), readDiskSpace(folder, database.db), options),
    readResults: (id, reading) => readResults(parts, id, reading),
    async close() {
      await Promise.all([stopCleanup(), stopSyncing()])
      await durability.close()
    },
  }
}

/** Sweeps now and then, in small steps; the returned function ends it and resolves when no step is under way. */
function keepClean(options: BatchStoreOptions & CleanupOptions): () => Promise<void> {
  const { database, notifier, logger } = options
  const stopping = new AbortController()
  const changes = notifier.subscribe('')
  const cleanUp = makeCleanup(options)

  async function step(): Promise<number> {
    try {
      const { hasMore, hasReadyQueues, ended } = await database.write(() => cleanUp(Date.now()))
      for (const subject of hasReadyQueues ? [...ended, DISPATCHABLE] : ended) notifier.notify(subject)
      return hasMore ? STEP_MS : CLEANUP_MS
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, 'the frontier can not be swept')
      return CLEANUP_MS
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) await changes.next(await step())
  }

  const running = run()
  return async () => {
    stopping.abort()
    changes.close()
    await running
  }
}
