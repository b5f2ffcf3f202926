import type { DatabaseSync } from 'node:sqlite'
import type { NumberedSegment } from '../../../shards/shard-store.ts'

/** A segment, and where its lines come from. */
export interface SegmentRow extends NumberedSegment {
  readonly shard: number
  /** Number of the first line among those of the shard. */
  readonly line: number
}

/** Prepares the statements on `segments`, and on the objects of those that were removed. */
export function segmentsTable(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO segments (home, first, count, skip, object, shard, line) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const after = db.prepare(`
    SELECT object, skip, first, count FROM segments
    WHERE home = $home AND first >= coalesce(
      (SELECT max(first) FROM segments WHERE home = $home AND first <= $after + 1), 0)
      AND first + count - 1 > $after
    ORDER BY first LIMIT $limit`)
  const discard = db.prepare(`
    INSERT OR IGNORE INTO useless_objects (object)
    SELECT $object WHERE NOT EXISTS (SELECT 1 FROM segments WHERE home = $home AND object = $object)`)
  const discardAll = db.prepare(
    'INSERT OR IGNORE INTO useless_objects (object) SELECT object FROM segments WHERE home = ?',
  )
  const remove = db.prepare('DELETE FROM segments WHERE home = ?')
  const useless = db.prepare('SELECT object FROM useless_objects LIMIT ?')
  const forget = db.prepare('DELETE FROM useless_objects WHERE object = ?')
  return {
    insert: (home: number, { first, count, skip, object, shard, line }: SegmentRow) =>
      void insert.run(home, first, count, skip, object, shard, line),
    /** Segments with lines after that one, in order. */
    after: (home: number, line: number, limit: number) =>
      after.all({ home, after: line, limit }).map((row) => ({ ...(row as unknown as NumberedSegment) })),
    /** The object is not needed, unless it is a segment that was sent again: all its lines are in others. */
    discard: (home: number, object: string) => void discard.run({ home, object }),
    /** Removes the segments of a batch. Their objects are not needed any more. */
    remove(home: number): void {
      discardAll.run(home)
      remove.run(home)
    },
    useless: (limit: number) => useless.all(limit).map(({ object }) => object as string),
    forget: (object: string) => void forget.run(object),
  }
}
