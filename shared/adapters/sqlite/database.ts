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
 * last transactions, but never damages the file (SQLite, "PRAGMA synchronous"). A checkpoint after 4,000 pages (16 MB)
 * in place of SQLite's 1,000 writes the pages that most transactions change a quarter as often, and waits for the disk
 * a quarter as often.
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 4000;
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
  const transaction = makeTransaction(db)
  let waiting: WriteJob[] = []

  function commit(): void {
    const jobs = waiting
    waiting = []
    if (jobs.length === 0) return
    try {
      for (const settle of runAll(transaction, jobs)) settle()
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
function runAll({ db, run }: Transaction, jobs: readonly WriteJob[]): (() => void)[] {
  try {
    return run(() => jobs.map(runOne))
  } catch (error) {
    if (!isCallerError(error)) throw error
    return run(() => jobs.map((job) => runInSavepoint(db, job)))
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

interface Transaction {
  readonly db: DatabaseSync
  /** Runs the work in a transaction, which is rolled back when it throws. */
  run<T>(work: () => T): T
}

function makeTransaction(db: DatabaseSync): Transaction {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  return {
    db,
    run(work) {
      begin.run()
      try {
        const value = work()
        commit.run()
        return value
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
  }
}
