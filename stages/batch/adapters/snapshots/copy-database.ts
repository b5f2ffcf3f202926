import { rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

export interface DatabaseCopy {
  /** What `positionOf` read in the copied state. */
  readonly position: number
  /** The version of the schema (`PRAGMA user_version`). */
  readonly version: number
}

/**
 * Pages of one step. A step runs in the thread pool, so that all of them together take little more than the disk does.
 */
const STEP_PAGES = 1000

/**
 * Copies a database to `target`, where nothing may be. The copy is the state of one moment, between two transactions: the one
 * that `positionOf` sees. Any connection may write meanwhile, and is not held up: the file has to have a write-ahead log, and
 * the copy reads it within a read transaction of a connection of its own. Until that ends, the log cannot be reset and grows
 * with what is written.
 *
 * (Of the connection that writes, `backup` would copy a moving state, wait in its last step for the disk while the connection
 * is locked, and fail when its first step meets an open transaction. Without the transaction, a write by another connection
 * would start it anew, possibly without end.)
 */
export async function copyDatabase(
  path: string,
  target: string,
  positionOf: (db: DatabaseSync) => number,
): Promise<DatabaseCopy> {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.exec('BEGIN')
    const position = positionOf(db)
    const version = versionOf(db)
    await backup(db, target, { rate: STEP_PAGES })
    return { position, version }
  } finally {
    db.close()
  }
}

/** The version of the schema. */
export function versionOf(db: DatabaseSync): number {
  return db.prepare('PRAGMA user_version').get()?.user_version as number
}

/** Removes a database that nobody has open, its file first: without its log a file may be damaged. */
export async function removeDatabase(path: string): Promise<void> {
  for (const ending of ['', '-journal', '-wal', '-shm']) await rm(path + ending, { force: true })
}
