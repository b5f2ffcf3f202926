import type { DatabaseSync } from 'node:sqlite'
import type { ShardPositions } from '../../../shards/shard-store.ts'

/** Prepares the statements on `inputs`: the next position of each input. */
export function inputsTable(db: DatabaseSync) {
  const get = db.prepare('SELECT next FROM inputs WHERE name = ?')
  const set = db.prepare(
    'INSERT INTO inputs (name, next) VALUES (?, ?) ON CONFLICT DO UPDATE SET next = excluded.next',
  )
  const next = (name: keyof ShardPositions) => (get.get(name)?.next as number | undefined) ?? 0
  return {
    positions: (): ShardPositions => ({ intake: next('intake'), ended: next('ended') }),
    set: (name: keyof ShardPositions, position: number) => void set.run(name, position),
  }
}
