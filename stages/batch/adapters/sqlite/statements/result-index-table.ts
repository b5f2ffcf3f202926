import type { DatabaseSync } from 'node:sqlite'

/** A line of a result file and where it begins. */
export interface IndexEntry {
  readonly line: number
  readonly start: number
}

/** A sparse index of the result files. */
export interface ResultIndexTable {
  insert(batch: number, entry: IndexEntry): void
  /** The last mark at or before the line; the file's start when there is none. */
  before(batch: number, line: number): IndexEntry
  /** Forgets marks behind the end of the file. */
  cut(batch: number, length: number): void
  /** Removes some marks of a batch; answers how many. */
  remove(batch: number, limit: number): number
}

export function resultIndexTable(db: DatabaseSync): ResultIndexTable {
  const insert = db.prepare('INSERT INTO marks (batch, line, start) VALUES (?, ?, ?)')
  const before = db.prepare(
    'SELECT line, start FROM marks WHERE batch = ? AND line <= ? ORDER BY line DESC LIMIT 1',
  )
  const cut = db.prepare('DELETE FROM marks WHERE batch = ? AND start >= ?')
  const remove = db.prepare(`
    DELETE FROM marks WHERE (batch, line) IN (SELECT batch, line FROM marks WHERE batch = ? LIMIT ?)`)
  return {
    insert: (batch, { line, start }) => void insert.run(batch, line, start),
    before: (batch, line) => (before.get(batch, line) as IndexEntry | undefined) ?? { line: 1, start: 0 },
    cut: (batch, length) => void cut.run(batch, length),
    remove: (batch, limit) => Number(remove.run(batch, limit).changes),
  }
}
