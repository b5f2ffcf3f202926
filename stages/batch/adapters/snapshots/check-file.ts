import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { versionOf } from './copy-database.ts'

export interface CheckedFile {
  /** Why the file cannot be used; null = it can. */
  readonly problem: string | null
  /** The version of its schema; 0 when it cannot be used. */
  readonly version: number
}

/** Checks a database that nobody writes: `immutable` leaves no other files beside it. Never throws. */
export function checkFile(path: string): CheckedFile {
  try {
    const db = new DatabaseSync(`${pathToFileURL(path)}?immutable=1`, { readOnly: true })
    try {
      const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
      return found === 'ok'
        ? { problem: null, version: versionOf(db) }
        : { problem: String(found), version: 0 }
    } finally {
      db.close()
    }
  } catch (error) {
    return { problem: String(error), version: 0 }
  }
}
