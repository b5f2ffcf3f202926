import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import type { Discover, Frontier } from '../frontier.ts'
import type { Signal } from '../signal.ts'
import { watchedDisk } from './disk.ts'
import { type Durability, walDurability } from './durability.ts'
import { RELEASE, sqliteFrontier } from './frontier-sqlite.ts'
import { recover } from './recovery.ts'
import { resultFiles } from './result-files.ts'
import { type ResultsOptions, readResults } from './results-reader.ts'
import { spaceOf, withRoom } from './room.ts'
import type { Database } from './schema.ts'
import { makeSweep, type SweepOptions } from './sweeping.ts'
import { keepSynced } from './syncing.ts'
import { openTables } from './tables.ts'

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
  readonly signal: Signal
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
const SWEEP_MS = 500
const STEP_MS = 20

/** Opens the store as the last process left it. Rejects with `SERVICE_UNAVAILABLE` when it can't be written to. */
export async function openBatchStore(options: BatchStoreOptions): Promise<BatchStore> {
  const { folder, perHost, leaseMs, logger } = options
  const database = watchedDisk(options.database)
  const tables = openTables(database.db, perHost, options.queueOf)
  const files = resultFiles(folder)
  await database.write(() => recover({ tables, files, leaseMs, logger }))
  const durability = options.durability ?? walDurability(database.db.location() ?? '')
  const { settled } = durability
  const parts = { ...options, database, tables, files, settled }
  const stopSweeping = keepSwept(parts)
  const stopSyncing = keepSynced({ ...parts, syncMs: options.syncMs ?? SYNC_MS })
  return {
    frontier: withRoom(sqliteFrontier(parts), spaceOf(folder, database.db), options),
    readResults: (id, reading) => readResults(parts, id, reading),
    async close() {
      await Promise.all([stopSweeping(), stopSyncing()])
      await durability.close()
    },
  }
}

/** Sweeps now and then, in small steps; the returned function ends it and resolves when no step is under way. */
function keepSwept(options: BatchStoreOptions & SweepOptions): () => Promise<void> {
  const { database, signal, logger } = options
  const stopping = new AbortController()
  const news = signal.listen('')
  const sweep = makeSweep(options)

  async function step(): Promise<number> {
    try {
      const { hasMore, isAwake, ended } = await database.write(() => sweep(Date.now()))
      for (const subject of isAwake ? [...ended, RELEASE] : ended) signal.wake(subject)
      return hasMore ? STEP_MS : SWEEP_MS
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, 'the frontier can not be swept')
      return SWEEP_MS
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) await news.next(await step())
  }

  const running = run()
  return async () => {
    stopping.abort()
    news.close()
    await running
  }
}
