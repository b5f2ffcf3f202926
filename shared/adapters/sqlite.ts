import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unavailable } from '#shared/errors.ts'

/** One SQLite file, shared by the embedded log and store. */
export interface Database {
  readonly db: DatabaseSync
  /**
   * Runs `work` in a write transaction together with all that was asked in the same turn of the event loop (group
   * commit), and resolves with its value once that is committed. Rejects with `SERVICE_UNAVAILABLE` when it can't be
   * (disk full, locked): then nothing of the turn is stored.
   */
  write<T>(work: () => T): Promise<T>
  /** Commits what is waiting and closes the file. */
  close(): void
}

interface Job {
  work(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * WAL with synchronous = NORMAL: what is committed survives kill -9 of the process; a power cut may take the last
 * transactions, never the file (SQLite, "PRAGMA synchronous").
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 500;
  PRAGMA cache_size = -16384;
  PRAGMA temp_store = MEMORY;
`

/** Opens (and makes, with its folder) the file. */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  db.exec(PRAGMAS)
  let waiting: Job[] = []

  function commit(): void {
    const jobs = waiting
    waiting = []
    if (jobs.length === 0) return
    try {
      const values = inTransaction(db, jobs)
      for (const [index, job] of jobs.entries()) job.resolve(values[index])
    } catch (error) {
      for (const job of jobs) job.reject(unavailable('embedded store', error))
    }
  }

  return {
    db,
    write<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commit)
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      })
    },
    close() {
      commit()
      db.close()
    },
  }
}

function inTransaction(db: DatabaseSync, jobs: readonly Job[]): unknown[] {
  db.exec('BEGIN IMMEDIATE')
  try {
    const values = jobs.map((job) => job.work())
    db.exec('COMMIT')
    return values
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
