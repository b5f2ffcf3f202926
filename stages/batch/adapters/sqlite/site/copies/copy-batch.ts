import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { makeShardTables } from '../../shard/shard-schema.ts'
import { leftover } from '../../statements/batches.ts'
import { makeTables } from '../../statements/schema.ts'
import { siteTableNames } from '../statements.ts'

/**
 * Copies what reports need of a batch from the file of a shard into a new one at `target`, of one moment: the batch itself, if
 * the shard is its home, the places of its result lines, and what was gathered there. Nothing is copied of an unknown batch.
 */
export function copyBatch(path: string, id: string, target: string): void {
  const db = newCopy(target)
  try {
    db.prepare('ATTACH ? AS source').run(`${pathToFileURL(path).href}?mode=ro`)
    db.exec('BEGIN')
    copyRows(db, 'homes', 'id = ?', id)
    copyRows(db, 'segments', 'home IN (SELECT num FROM homes WHERE id = ?)', id)
    copyRows(db, 'batches', `id = ? AND leftovers < ${leftover.all}`, id)
    const num = db.prepare('SELECT num FROM batches').get()?.num as number | undefined
    if (num !== undefined) for (const table of siteTableNames) copyRows(db, table, 'batch = ?', num)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

/** Makes an empty shard. It is read once: a crash may damage it. */
function newCopy(target: string): DatabaseSync {
  const db = new DatabaseSync(target)
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  makeTables(db)
  makeShardTables(db)
  return db
}

function copyRows(db: DatabaseSync, table: string, which: string, value: string | number): void {
  db.prepare(`INSERT INTO main.${table} SELECT * FROM source.${table} WHERE ${which}`).run(value)
}
