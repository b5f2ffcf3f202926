import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unavailable } from '#shared/errors.ts'

/** One SQLite file, shared by the embedded event log and result store. */
export interface Database {
  readonly db: DatabaseSync
  /**
   * Runs `work` in a write transaction, together with all writes requested in the same turn of the event loop
   * (group commit). Resolves with the value of `work` after the commit. Rejects with `SERVICE_UNAVAILABLE` if
   * the transaction fails (disk full, locked): no write of the turn is then stored. If `work` throws an error
   * of its own, it is rejected with that error, and the other writes are stored; `work` may run twice for
   * that.
   */
  write<T>(work: () => T): Promise<T>
  /** Commits pending writes and closes the file. */
  close(): void
}

interface WriteJob {
  work(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * WAL with synchronous = NORMAL: committed data survives a kill -9 of the process. A power cut may lose the
 * last transactions, but never damages the file (SQLite, "PRAGMA synchronous").
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 500;
  PRAGMA cache_size = -16384;
  PRAGMA temp_store = MEMORY;
`

/** Opens the file; creates it and its folder if missing. */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  db.exec(PRAGMAS)
  let waiting: WriteJob[] = []

  function commit(): void {
    const jobs = waiting
    waiting = []
    if (jobs.length === 0) return
    try {
      for (const settle of runAll(db, jobs)) settle()
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

/**
 * Runs the jobs in one transaction. Returns the functions that settle them. Throws if no job could be stored.
 */
function runAll(db: DatabaseSync, jobs: readonly WriteJob[]): (() => void)[] {
  try {
    return inTransaction(db, () => jobs.map(runOne))
  } catch (error) {
    if (!isCallerError(error)) throw error
    return inTransaction(db, () => jobs.map((job) => runInSavepoint(db, job)))
  }
}

function runOne(job: WriteJob): () => void {
  const value = job.work()
  return () => job.resolve(value)
}

/** Runs one job in a savepoint, so that a job that throws its own error leaves no changes. */
function runInSavepoint(db: DatabaseSync, job: WriteJob): () => void {
  db.exec('SAVEPOINT job')
  try {
    const settle = runOne(job)
    db.exec('RELEASE job')
    return settle
  } catch (error) {
    if (!isCallerError(error)) throw error
    db.exec('ROLLBACK TO job; RELEASE job')
    return () => job.reject(error)
  }
}

/**
 * SQLITE_ERROR, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE (https://sqlite.org/rescode.html): the statement
 * is wrong.
 */
const CALLER_ERRORS = [1, 18, 19, 20, 21, 25]

/** Whether the error comes from the caller, not from the file or the operating system. */
function isCallerError(error: unknown): boolean {
  const { errcode, syscall } = error as { errcode?: number; syscall?: string }
  if (errcode !== undefined) return CALLER_ERRORS.includes(errcode & 0xff)
  return syscall === undefined
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
