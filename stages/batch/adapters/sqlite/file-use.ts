import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '../disk/disk-guard.ts'
import { EXTERNAL_PRODUCERS, placeOf } from './statements/schema.ts'

/** Deferred requests that have not ended have places below this one. */
const FIRST_ITEM = placeOf(EXTERNAL_PRODUCERS + 1, 0)
const WAITING_REQUEST = `SELECT 1 FROM items WHERE place < ${FIRST_ITEM}`

/**
 * Returns whether a frontier's file, of any version, has batches (also ones that are being removed) or unfinished requests; null
 * = there is no file.
 */
export function isInUse(
  path: string,
  openDatabase: (path: string) => Database & { close(): void },
): boolean | null {
  if (!existsSync(path)) return null
  const database = openDatabase(path)
  try {
    return hasContents(database.db)
  } finally {
    database.close()
  }
}

function hasContents(db: DatabaseSync): boolean {
  const tables = db.prepare("SELECT count(*) AS found FROM sqlite_schema WHERE name IN ('batches', 'items')")
  if (tables.get()?.found !== 2) return false
  return db.prepare(`SELECT 1 FROM batches UNION ALL ${WAITING_REQUEST} LIMIT 1`).get() !== undefined
}

/** Prepares the question whether a frontier's file has unfinished batches or requests. */
export function unfinishedQuestion(db: DatabaseSync): () => boolean {
  const some = db.prepare(
    `SELECT 1 FROM batches WHERE finished_at IS NULL UNION ALL ${WAITING_REQUEST} LIMIT 1`,
  )
  return () => some.get() !== undefined
}
