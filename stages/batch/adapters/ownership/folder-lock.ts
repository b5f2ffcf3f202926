import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another batch part owns the folder; the message tells the operator. */
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

/**
 * Owns the folder (made when missing) until the returned function is called or the process dies, however it dies: the
 * lock is one of the operating system on a file. Throws FolderTaken, and what else the system says.
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
  return () => db.close()
}

function isBusy(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  return (errcode & 0xff) === SQLITE_BUSY
}
