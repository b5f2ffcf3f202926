import type { DatabaseSync } from 'node:sqlite'
import type { RejectedLine } from '#shared/ports/batches.ts'

/** A line number of a result file and the offset of the line. */
export interface IndexEntry {
  readonly line: number
  readonly start: number
}

/** A sparse index of the result files. */
export interface ResultIndexTable {
  insert(batch: number, entry: IndexEntry): void
  /** The last entry at or before the line, else the start of the file. */
  before(batch: number, line: number): IndexEntry
  /** Removes the entries after the end of the file. */
  cut(batch: number, length: number): void
  /** Removes some entries of a batch, and returns how many. */
  remove(batch: number, limit: number): number
}

/** Prepares the statements. */
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

/** The lines of one write to a result file. */
export interface UnsyncedLines {
  readonly id: string
  /** Their offset in the file. */
  readonly start: number
  readonly lines: Uint8Array
}

/** The statements on `tails`: a copy of the last result lines, until their files are synced. */
export interface UnsyncedLinesTable {
  insert(batch: number, start: number, lines: Uint8Array): void
  /** In the order of the writes. */
  all(): Iterable<UnsyncedLines>
  /** The number of the last entry. Null when there is none. */
  last(): number | null
  /** Ids of the batches that have entries. */
  batches(): string[]
  /** Removes all entries up to the number. */
  remove(upTo: number): void
}

/** Prepares the statements. */
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

/** The statements on `rejections`: the first rejected lines of each batch. */
export interface RejectionsTable {
  /** Stores those of the lines that are among the first 100. `before` lines were rejected earlier. */
  insert(batch: number, before: number, lines: readonly RejectedLine[]): void
  all(batch: number): RejectedLine[]
  remove(batch: number): void
}

const MOST = 100

/** Prepares the statements. */
export function rejectionsTable(db: DatabaseSync): RejectionsTable {
  const insert = db.prepare('INSERT INTO rejections (batch, position, line, reason) VALUES (?, ?, ?, ?)')
  const all = db.prepare('SELECT line, reason FROM rejections WHERE batch = ? ORDER BY position')
  const remove = db.prepare('DELETE FROM rejections WHERE batch = ?')
  return {
    insert(batch, before, lines) {
      const kept = lines.slice(0, Math.max(0, MOST - before))
      for (const [index, { line, reason }] of kept.entries()) insert.run(batch, before + index, line, reason)
    },
    all: (batch) => all.all(batch).map((row) => ({ ...(row as unknown as RejectedLine) })),
    remove: (batch) => void remove.run(batch),
  }
}
