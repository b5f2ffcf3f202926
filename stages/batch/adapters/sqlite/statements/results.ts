import type { DatabaseSync } from 'node:sqlite'
import type { RejectedLine } from '#shared/ports/batches.ts'
import { MOST_REJECTIONS } from '../../../frontier/decisions/bounds.ts'

/** A line number of a result file and the offset of the line. */
interface IndexEntry {
  readonly line: number
  readonly start: number
}

/** Prepares the statements on `marks`: a sparse index of the result files. */
export function resultIndexTable(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO marks (batch, line, start) VALUES (?, ?, ?)')
  const before = db.prepare(
    'SELECT line, start FROM marks WHERE batch = ? AND line <= ? ORDER BY line DESC LIMIT 1',
  )
  const cut = db.prepare('DELETE FROM marks WHERE batch = ? AND start >= ?')
  const remove = db.prepare(`
    DELETE FROM marks WHERE (batch, line) IN (SELECT batch, line FROM marks WHERE batch = ? LIMIT ?)`)
  return {
    insert: (batch: number, { line, start }: IndexEntry) => void insert.run(batch, line, start),
    /** The last entry at or before the line, else the start of the file. */
    before: (batch: number, line: number) =>
      (before.get(batch, line) as IndexEntry | undefined) ?? { line: 1, start: 0 },
    /** Removes the entries after the end of the file. */
    cut: (batch: number, length: number) => void cut.run(batch, length),
    /** Removes some entries of a batch, and returns how many. */
    remove: (batch: number, limit: number) => Number(remove.run(batch, limit).changes),
  }
}

/** The lines of one write to a result file. */
interface UnsyncedLines {
  readonly id: string
  /** Their offset in the file. */
  readonly start: number
  readonly lines: Uint8Array
}

/** Prepares the statements on `tails`: a copy of the last result lines, until their files are synced. */
export function unsyncedLinesTable(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO tails (batch, start, lines) VALUES (?, ?, ?)')
  const all = db.prepare(`
    SELECT id, start, tails.lines FROM tails JOIN batches ON num = batch ORDER BY tails.rowid`)
  const last = db.prepare('SELECT max(rowid) AS last FROM tails')
  const batches = db.prepare('SELECT DISTINCT id FROM tails JOIN batches ON num = batch')
  const remove = db.prepare('DELETE FROM tails WHERE rowid <= ?')
  return {
    insert: (batch: number, start: number, lines: Uint8Array) => void insert.run(batch, start, lines),
    /** In the order of the writes. */
    all: () => all.iterate() as unknown as Iterable<UnsyncedLines>,
    /** The number of the last entry. Null when there is none. */
    last: () => last.get()?.last as number | null,
    /** Ids of the batches that have entries. */
    batches: () => batches.all().map(({ id }) => id as string),
    /** Removes all entries up to the number. */
    remove: (upTo: number) => void remove.run(upTo),
  }
}

/** Prepares the statements on `rejections`: the first rejected lines of each batch. */
export function rejectionsTable(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO rejections (batch, position, line, reason) VALUES (?, ?, ?, ?)')
  const all = db.prepare('SELECT line, reason FROM rejections WHERE batch = ? ORDER BY position')
  const remove = db.prepare('DELETE FROM rejections WHERE batch = ?')
  return {
    /** Stores those of the lines that are among the first `MOST_REJECTIONS`. `before` lines were rejected earlier. */
    insert(batch: number, before: number, lines: readonly RejectedLine[]): void {
      const kept = lines.slice(0, Math.max(0, MOST_REJECTIONS - before))
      for (const [index, { line, reason }] of kept.entries()) insert.run(batch, before + index, line, reason)
    },
    all: (batch: number): RejectedLine[] =>
      all.all(batch).map((row) => ({ ...(row as unknown as RejectedLine) })),
    remove: (batch: number) => void remove.run(batch),
  }
}
