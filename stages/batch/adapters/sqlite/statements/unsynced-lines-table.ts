import type { DatabaseSync } from 'node:sqlite'

/** The lines of one write to a result file. */
export interface UnsyncedLines {
  readonly id: string
  /** Where they stand in the file. */
  readonly start: number
  readonly lines: Uint8Array
}

/** The statements over `tails`: the last result lines, until their files are on the disk itself. */
export interface UnsyncedLinesTable {
  insert(batch: number, start: number, lines: Uint8Array): void
  /** In the order in which they were written. */
  all(): Iterable<UnsyncedLines>
  /** A number that stands for the last one; null when there is none. */
  last(): number | null
  /** Batches that have any. */
  batches(): string[]
  /** Forgets all up to the number. */
  remove(upTo: number): void
}

export function unsyncedLinesTable(db: DatabaseSync): UnsyncedLinesTable {
  const insert = db.prepare('INSERT INTO tails (batch, start, lines) VALUES (?, ?, ?)')
  const all = db.prepare(`
    SELECT id, start, tails.lines FROM tails JOIN batches ON num = batch ORDER BY tails.rowid`)
  const last = db.prepare('SELECT max(rowid) AS last FROM tails')
  const batches = db.prepare('SELECT DISTINCT id FROM tails JOIN batches ON num = batch')
  const remove = db.prepare('DELETE FROM tails WHERE rowid <= ?')
  return {
    insert: (batch, start, lines) => void insert.run(batch, start, lines),
    all: () => all.iterate() as unknown as Iterable<UnsyncedLines>,
    last: () => last.get()?.last as number | null,
    batches: () => batches.all().map(({ id }) => id as string),
    remove: (upTo) => void remove.run(upTo),
  }
}
