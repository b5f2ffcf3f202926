import type { DatabaseSync } from 'node:sqlite'
import type { PartReport } from '../../../shards/commands.ts'
import type { PhaseNotice } from '../../../shards/shard-store.ts'
import type { HomeTotals } from './homes-table.ts'

const sum = (name: string) => `coalesce(sum(${name}), 0) AS ${name}`

const BEFORE_ALL = { home: 0, shard: 0 }

/** Prepares the statements on `home_parts`: what the shards with items of a batch reported. */
export function homePartsTable(db: DatabaseSync) {
  const need = db.prepare(`
    INSERT INTO home_parts (home, shard, needed) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET needed = max(needed, excluded.needed)`)
  const add = db.prepare('INSERT OR IGNORE INTO home_parts (home, shard) VALUES (?, ?)')
  const report = db.prepare(`
    UPDATE home_parts SET reported = $position, version = $version, is_gone = $is_gone, accepted = $accepted,
      waiting = $waiting, running = $running, done = $done, failed = $failed, open = $open, lines = max(lines, $lines)
    WHERE home = $home AND shard = $shard AND reported <= $position`)
  const gone = db.prepare(`
    UPDATE home_parts SET reported = $position, version = $version, is_gone = 1, waiting = 0, running = 0, open = 0
    WHERE home = $home AND shard = $shard AND reported <= $position`)
  const totals = db.prepare(`
    SELECT ${['accepted', 'waiting', 'running', 'done', 'failed', 'open', 'lines', 'numbered'].map(sum).join(', ')},
      coalesce(sum(reported < needed), 0) AS behind FROM home_parts WHERE home = ?`)
  const numbered = db.prepare('SELECT numbered FROM home_parts WHERE home = ? AND shard = ?')
  const setNumbered = db.prepare(
    'UPDATE home_parts SET numbered = $to, lines = max(lines, $to) WHERE home = $home AND shard = $shard',
  )
  const shards = db.prepare('SELECT shard FROM home_parts WHERE home = ? ORDER BY shard')
  const left = db.prepare('SELECT 1 FROM home_parts WHERE home = ? AND is_gone = 0 LIMIT 1')
  const behind = db.prepare('SELECT 1 FROM home_parts WHERE home = ? AND is_gone = 0 AND version < ? LIMIT 1')
  const notices = db.prepare(`
    SELECT home, shard, homes.id AS batch, homes.phase, homes.version
    FROM home_parts JOIN homes ON homes.num = home
    WHERE (home, shard) > (?, ?) AND is_gone = 0 AND homes.phase IS NOT NULL AND home_parts.version < homes.version
    ORDER BY home, shard LIMIT ?`)
  const stopAll = db.prepare('UPDATE home_parts SET waiting = 0, running = 0, open = 0 WHERE home = ?')
  const forgetPositions = db.prepare('UPDATE home_parts SET needed = 0, reported = min(reported, 0)')
  const remove = db.prepare('DELETE FROM home_parts WHERE home = ?')

  return {
    /** The shard has all items once its intake is applied up to that position. */
    need: (home: number, shard: number, position: number) => void need.run(home, shard, position),
    /** Stores the report, unless a later one is known. */
    report(home: number, { shard, position, version, isGone, counts, open, lines }: PartReport): void {
      add.run(home, shard)
      if (isGone) gone.run({ home, shard, position, version })
      else report.run({ home, shard, position, version, is_gone: 0, ...counts, open, lines })
    },
    totals: (home: number) => totals.get(home) as unknown as HomeTotals,
    /** How many lines of the shard have numbers in the batch. */
    numbered: (home: number, shard: number) =>
      (numbered.get(home, shard)?.numbered as number | undefined) ?? 0,
    setNumbered(home: number, shard: number, to: number): void {
      add.run(home, shard)
      setNumbered.run({ home, shard, to })
    },
    shards: (home: number) => shards.all(home).map(({ shard }) => shard as number),
    hasParts: (home: number) => left.get(home) !== undefined,
    /** Whether a shard has not acknowledged the version. */
    hasPartsBefore: (home: number, version: number) => behind.get(home, version) !== undefined,
    /** Phases that were not acknowledged, by batch and shard. */
    notices: (
      limit: number,
      { home, shard }: Pick<PhaseNotice, 'home' | 'shard'> = BEFORE_ALL,
    ): PhaseNotice[] =>
      notices.all(home, shard, limit).map((row) => ({ ...(row as unknown as PhaseNotice) })),
    /** Nothing of the batch is waiting or in flight any more, whatever the shards still have to do. */
    stopAll: (home: number) => void stopAll.run(home),
    /** The intakes of the shards begin again: what is known of them stays, until they report again. */
    forgetPositions: () => void forgetPositions.run(),
    remove: (home: number) => void remove.run(home),
  }
}
