import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another batch part owns the folder. The message is for the operator. */
export class FolderTaken extends Error {
  constructor(folder: string) {
    super(
      `Another batch part runs on the folder ${folder}: an installation has one. Stop it, or set DATA_DIR`,
    )
    this.name = 'FolderTaken'
  }
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** Locks of this process. A database that nothing refers to is closed by the garbage collector, which ends its lock. */
const locks = new Set<DatabaseSync>()

/**
 * Locks the folder (created when missing) until the returned function is called or the process ends in any
 * way: the operating system holds the lock on a file. Throws FolderTaken, and other errors of the file
 * system.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'owner.db'))
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw isBusy(error) ? new FolderTaken(folder) : error
  }
  locks.add(db)
  return () => {
    locks.delete(db)
    db.close()
  }
}

function isBusy(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  return (errcode & 0xff) === SQLITE_BUSY
}

/**
 * Returns the text of a file that only its owner can read. Creates the file with `make` when it is missing.
 */
export function readOrCreate(path: string, make: () => string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const text = make()
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
  return text
}
