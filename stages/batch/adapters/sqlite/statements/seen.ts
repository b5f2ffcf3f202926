import type { DatabaseSync } from 'node:sqlite'
import { bytesOf } from './hash-bytes.ts'

/**
 * Prepares the statements on the items that a batch has had (`seen`), its families, and its parameter sets,
 * each stored once.
 */
export function seenTable(db: DatabaseSync) {
  const see = db.prepare('INSERT INTO seen (batch, hash) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const count = db.prepare('SELECT items FROM families WHERE batch = ? AND hash = ?')
  const join = db.prepare(`
    INSERT INTO families (batch, hash, items) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET items = items + 1`)
  const find = db.prepare('SELECT id FROM parameters WHERE batch = ? AND json = ?')
  const add = db.prepare('INSERT INTO parameters (batch, json) VALUES (?, ?) RETURNING id')
  const read = db.prepare('SELECT json FROM parameters WHERE id = ?')
  const removals = [
    db.prepare(
      'DELETE FROM seen WHERE (batch, hash) IN (SELECT batch, hash FROM seen WHERE batch = ? LIMIT ?)',
    ),
    db.prepare(
      'DELETE FROM families WHERE (batch, hash) IN (SELECT batch, hash FROM families WHERE batch = ? LIMIT ?)',
    ),
    db.prepare('DELETE FROM parameters WHERE id IN (SELECT id FROM parameters WHERE batch = ? LIMIT ?)'),
  ]

  return {
    isNew: (batch: number, hash: string) => see.run(batch, bytesOf(hash)).changes === 1,
    membersOf: (batch: number, hash: string) => Number(count.get(batch, bytesOf(hash))?.items ?? 0),
    join: (batch: number, hash: string) => void join.run(batch, bytesOf(hash)),
    parametersId: (batch: number, json: string) =>
      (find.get(batch, json) ?? add.get(batch, json))?.id as number,
    parameters: (id: number) => read.get(id)?.json as string,
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) =>
      removals.reduce((sum, removal) => sum || Number(removal.run(batch, limit).changes), 0),
  }
}
