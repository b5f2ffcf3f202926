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

/**
 * Owns the folder (made when missing) until the returned function is called or the process dies, however it dies: the
 * lock is one of the operating system on a file. Throws FolderTaken.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'owner.db'))
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    db.close()
    throw new FolderTaken(folder)
  }
  return () => db.close()
}
