import type { DatabaseSync } from 'node:sqlite'
import type { RejectedLine } from '#shared/ports/batches.ts'

/** The statements over `rejections`: the first lines of each batch that were not accepted. */
export interface RejectionsTable {
  /** Keeps what is among the first 100; `before` were rejected already. */
  insert(batch: number, before: number, lines: readonly RejectedLine[]): void
  all(batch: number): RejectedLine[]
  remove(batch: number): void
}

const MOST = 100

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
