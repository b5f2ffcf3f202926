import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { makeShardTables } from '../../shard/shard-schema.ts'
import { leftover } from '../../statements/batches.ts'
import { makeTables } from '../../statements/schema.ts'
import { siteTableNames } from '../statements.ts'

/**
 * Copies what reports need of a batch from the file of a shard into a new one at `target`, of one moment: the batch itself and
 * the places of its result lines, if the shard is its home, and what was gathered there. Nothing is copied of an unknown batch.
 */
export function copyBatch(path: string, id: string, target: string): void {
  fillCopy(target, path, (db) => {
    copyHome(db, id)
    copyRows(db, 'batches', `id = ? AND leftovers < ${leftover.all}`, id)
    const num = db.prepare('SELECT num FROM batches').get()?.num as number | undefined
    if (num !== undefined) for (const table of siteTableNames) copyRows(db, table, 'batch = ?', num)
  })
}

/** Fills a new file of a shard at `target` in one transaction, in which `source` is the file `path`. */
export function fillCopy(target: string, path: string, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(target)
  try {
    // It is read soon or never: a crash may damage it.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    makeTables(db)
    makeShardTables(db)
    db.prepare('ATTACH ? AS source').run(`${pathToFileURL(path).href}?mode=ro`)
    db.exec('BEGIN')
    work(db)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

/** Copies what the home of a batch knows of it. */
export function copyHome(db: DatabaseSync, id: string): void {
  copyRows(db, 'homes', 'id = ?', id)
  copyRows(db, 'segments', 'home IN (SELECT num FROM main.homes WHERE id = ?)', id)
}

function copyRows(db: DatabaseSync, table: string, which: string, value: string | number): void {
  db.prepare(`INSERT INTO main.${table} SELECT * FROM source.${table} WHERE ${which}`).run(value)
}
