import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { quickFolder } from '../../quick-folder.ts'

/** Schema of the file that the tests save. */
export const VERSION = 3

const ROW_BYTES = 4000

/** A file with a row for each position, a folder of objects, and nothing else. */
export function openSnapshotScene() {
  const folder = quickFolder('snapshots')
  const path = join(folder, 'local', 'shard.db')
  const database = openDatabase(path)
  const { db } = database
  db.exec(`
    CREATE TABLE commands (n INTEGER PRIMARY KEY, body BLOB);
    CREATE TABLE positions (intake INTEGER);
    INSERT INTO positions VALUES (0);
    PRAGMA user_version = ${VERSION};
  `)
  const objects = folderObjectStore({ folder: join(folder, 'objects'), expireDays: {} })
  const list = (of: string) => {
    try {
      return readdirSync(join(folder, of)).sort()
    } catch {
      return []
    }
  }
  return {
    folder,
    path,
    database,
    objects,
    /** Names of the files beside that of the shard. */
    otherFiles: () => list('local').filter((file) => !/^shard\.db(-wal|-shm)?$/.test(file)),
    objectNames: () => list('objects/frontier').map((file) => `frontier/${file}`),
    /** Applies so many commands in one transaction. */
    apply: (count: number) =>
      database.write(() => {
        db.prepare(
          `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
           INSERT INTO commands (body) SELECT randomblob(${ROW_BYTES}) FROM numbers`,
        ).run(count)
        db.prepare('UPDATE positions SET intake = intake + ?').run(count)
      }),
    async close() {
      await objects.close()
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type SnapshotScene = ReturnType<typeof openSnapshotScene>

/** The next position of the intake. */
export function positionOf(db: DatabaseSync): number {
  return db.prepare('SELECT intake FROM positions').get()?.intake as number
}

/** What a file holds. */
export function contentOf(path: string) {
  const db = new DatabaseSync(path)
  try {
    const rows = db.prepare('SELECT count(*) AS rows, max(n) AS last FROM commands').get()
    const check = db.prepare('PRAGMA integrity_check').get()?.integrity_check
    return { position: positionOf(db), rows: rows?.rows, last: rows?.last, check }
  } finally {
    db.close()
  }
}

/** What a file holds that is whole and has all commands before the position. */
export function wholeAt(position: number) {
  return { position, rows: position, last: position, check: 'ok' }
}
