import { type FileHandle, open } from 'node:fs/promises'
import { coalesceRuns } from '#shared/async/coalesce-runs.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import { startSteps } from '../../background-work.ts'
import { leftover } from '../../frontier/decisions/batch-counts.ts'
import type { Frontier } from '../../frontier/frontier.ts'
import type { FrontierOptions } from '../../frontier/frontier-options.ts'
import { DISPATCHABLE } from '../../notifier.ts'
import type { SiteStore } from '../../site/finish/site-store.ts'
import { type Database, readDiskSpace, withDiskFullErrors, withDiskGuard } from '../disk/disk-guard.ts'
import { type ResultFiles, resultFiles } from '../disk/result-files.ts'
import type { FrontierFigures } from '../frontier-metrics.ts'
import { type CleanupOptions, makeCleanup } from './cleanup.ts'
import { readResults, startSyncing } from './results.ts'
import { sqliteSiteStore } from './site/sqlite-site-store.ts'
import { sqliteFrontier } from './sqlite-frontier.ts'
import type { BatchRow } from './statements/batches.ts'
import { figuresOf } from './statements/queues.ts'
import { dropAll, openTables, saveBatch, type Tables } from './tables.ts'

export interface BatchStoreOptions
  extends Omit<FrontierOptions, 'queueOf'>,
    Partial<Pick<FrontierOptions, 'queueOf'>> {
  /** The caller closes it. */
  readonly database: Database
  /** The folder of the result files. */
  readonly folder: string
  /** Bytes of the disk that stay free, or a tenth of the disk if that is less. */
  readonly reserve: number
  /** Milliseconds between two syncs of the result files. */
  readonly syncMs?: number
  /** How commits of the database are synced. Default: a sync of the write-ahead log. */
  readonly durability?: Durability
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
  const cleanUp = makeCleanup(options)
  return startSteps({
    ...{ logger, failure: 'the clean-up of the frontier failed', retryMs: CLEANUP_MS },
    async step() {
      const { hasMore, hasReadyQueues, ended } = await database.write(() => cleanUp(Date.now()))
      for (const subject of hasReadyQueues ? [...ended, DISPATCHABLE] : ended) notifier.notify(subject)
      return hasMore ? STEP_MS : CLEANUP_MS
    },
  })
}

interface RecoveryOptions extends Pick<FrontierOptions, 'leaseMs' | 'logger'> {
  readonly tables: Tables
  readonly files: ResultFiles
}

/**
 * The log may hold results of items in flight. They are read before leases expire that ran out while the
 * process was down.
 */
const GRACE_MS = 60_000

/**
 * Recovers after a start, within a write: writes committed result lines again that did not reach the disk,
 * cuts off lines that were written and not committed, discards batches that were not started, and extends all
 * leases.
 */
function recover({ tables, files, leaseMs, logger }: RecoveryOptions): void {
  for (const { id, start, lines } of tables.unsyncedLines.all()) {
    if (files.length(id) >= start) files.write(id, start, lines)
  }
  for (const row of tables.batches.all('unfinished')) {
    const length = files.cut(row.id, row.length)
    if (length < row.length) recordLostLines(tables, row, length, logger)
    if (row.state === 'cancelled') {
      // Files of former versions may hold cancelled batches that wait for items in flight.
      dropAll(tables, row)
      saveBatch(tables, row, Date.now())
    }
  }
  for (const row of tables.batches.all('begun')) tables.batches.save({ ...row, leftovers: leftover.all })
  tables.items.extendLeases(Date.now() + Math.min(GRACE_MS, leaseMs))
}

/** Committed lines are missing only after manual changes or a disk failure. */
function recordLostLines(tables: Tables, row: BatchRow, length: number, log: Log): void {
  log.error({ batch: row.id, missing: row.length - length }, 'result lines of a batch are lost')
  tables.resultIndex.cut(row.num, length)
  row.length = length
  row.marked = Math.min(row.marked, length)
  tables.batches.save(row)
}

interface Durability {
  /**
   * Resolves once everything committed before the call is on the disk itself. Rejects with
   * `SERVICE_UNAVAILABLE` when the sync fails.
   */
  synced(): Promise<void>
  /** Waits until pending syncs have resolved or rejected. */
  close(): Promise<void>
}

/**
 * Makes the durability of a database with a write-ahead log. A commit survives the end of the process, but
 * not a power cut (see `shared/adapters/sqlite/database.ts`): it is in the write-ahead log, which the
 * operating system writes at its own time. Whoever forgets work elsewhere because of a commit here awaits
 * `synced` first. Not for `:memory:`.
 */
export function walDurability(path: string): Durability {
  let wal: FileHandle | null = null
  const sync = coalesceRuns(async () => {
    try {
      // The first commit creates the file. It exists until the database is closed.
      wal ??= await open(`${path}-wal`, 'r+')
      await wal.datasync()
    } catch (error) {
      throw unavailable('disk', error)
    }
  })
  return {
    synced: sync,
    async close() {
      await sync().catch(() => undefined)
      await wal?.close()
    },
  }
}
