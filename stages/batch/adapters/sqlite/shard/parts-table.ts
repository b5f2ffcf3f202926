import type { DatabaseSync } from 'node:sqlite'
import type { PendingLines, UnsavedLines } from '../../../shards/shard-store.ts'
import { leftover } from '../statements/batches.ts'

const NEWLINE = 0x0a

/** A row of `parts`. */
export interface PartRow {
  /** The version of the last phase that was applied. */
  readonly version: number
  /** Result lines that are in the object store, with their segments at the home. */
  readonly saved: number
}

/** Prepares the statements on `parts`, and on the result lines that are not in the object store yet. */
export function partsTable(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO parts (batch) VALUES (?)')
  const get = db.prepare('SELECT version, saved FROM parts WHERE batch = ?')
  const setVersion = db.prepare('UPDATE parts SET version = ? WHERE batch = ?')
  const remove = db.prepare('DELETE FROM parts WHERE batch = ?')
  const unfinished = db.prepare(`
    SELECT id FROM parts JOIN batches ON num = parts.batch
    WHERE finished_at IS NULL AND leftovers < ${leftover.all} ORDER BY num`)
  const unsaved = db.prepare(`
    SELECT id AS batch, sum(octet_length(tails.lines)) AS bytes,
      waiting + running + scouts_waiting + scouts_running = 0 AS is_last
    FROM tails JOIN batches ON num = batch WHERE leftovers < ${leftover.all} GROUP BY num`)
  return {
    ...linesOf(db),
    ...removedParts(db),
    insert: (batch: number) => void insert.run(batch),
    get: (batch: number) => (get.get(batch) as unknown as PartRow | undefined) ?? null,
    setVersion: (batch: number, version: number) => void setVersion.run(version, batch),
    remove: (batch: number) => void remove.run(batch),
    unfinished: () => unfinished.all().map(({ id }) => id as string),
    unsaved: () =>
      unsaved.all().map((row) => {
        const { batch, bytes, is_last: isLast } = row as { batch: string; bytes: number; is_last: number }
        return { batch, bytes, isLast: isLast === 1 } satisfies UnsavedLines
      }),
  }
}

/** Removed parts that one call forgets. */
const SOME_REMOVED = 1000

function removedParts(db: DatabaseSync) {
  const remember = db.prepare('INSERT OR REPLACE INTO removed_parts (id, at) VALUES (?, ?)')
  const wasRemoved = db.prepare(
    'SELECT 1 FROM removed_parts WHERE id = $id UNION ALL SELECT 1 FROM batches WHERE id = $id',
  )
  const forget = db.prepare(
    `DELETE FROM removed_parts WHERE id IN (SELECT id FROM removed_parts WHERE at < ? ORDER BY at LIMIT ${SOME_REMOVED})`,
  )
  return {
    /** Remembers that the part was removed at that time, in milliseconds since the epoch. */
    rememberRemoved: (id: string, at: number) => void remember.run(id, at),
    /** Whether the part was removed and is remembered, or rows of it are still there. */
    wasRemoved: (id: string) => wasRemoved.get({ id }) !== undefined,
    /** Forgets some parts that were removed before that time. */
    forgetRemoved: (before: number) => void forget.run(before),
  }
}

function linesOf(db: DatabaseSync) {
  const getSaved = db.prepare('SELECT saved FROM parts WHERE batch = ?')
  const setSaved = db.prepare('UPDATE parts SET saved = ? WHERE batch = ?')
  const tails = db.prepare('SELECT rowid, lines FROM tails WHERE batch = ? ORDER BY rowid')
  const removeTail = db.prepare('DELETE FROM tails WHERE rowid = ?')
  const replaceTail = db.prepare('UPDATE tails SET lines = ? WHERE rowid = ?')
  const removeTails = db.prepare('DELETE FROM tails WHERE batch = ?')

  const savedOf = (batch: number) => getSaved.get(batch)?.saved as number
  return {
    /** The first lines that are not saved: up to `maxBytes`, one line at least. */
    pending(batch: number, maxBytes: number): Pick<PendingLines, 'first' | 'count' | 'lines'> | null {
      const pieces: Uint8Array[] = []
      let bytes = 0
      for (const row of tails.iterate(batch)) {
        const piece = row.lines as Uint8Array
        pieces.push(piece)
        bytes += piece.length
        if (bytes >= maxBytes) break
      }
      if (pieces.length === 0) return null
      const lines = wholeLines(Buffer.concat(pieces), maxBytes)
      return { first: savedOf(batch) + 1, count: countLines(lines), lines }
    },
    /** Forgets the lines up to number `last`. */
    forget(batch: number, last: number): void {
      let left = last - savedOf(batch)
      if (left <= 0) return
      for (const { rowid, lines } of tails.all(batch)) {
        const piece = Buffer.from(lines as Uint8Array)
        const end = endOfLines(piece, left)
        left -= countLines(piece.subarray(0, end))
        if (end === piece.length) removeTail.run(rowid as number)
        else replaceTail.run(piece.subarray(end), rowid as number)
        if (left === 0) break
      }
      setSaved.run(last, batch)
    },
    removeLines: (batch: number) => void removeTails.run(batch),
  }
}

/** The lines that begin before `maxBytes`, as long as all of them end there; the first one in any case. */
function wholeLines(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return bytes
  const last = bytes.lastIndexOf(NEWLINE, maxBytes - 1)
  const end = last >= 0 ? last : bytes.indexOf(NEWLINE)
  return bytes.subarray(0, end + 1)
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

/** The offset after the first `count` lines, or the end. */
function endOfLines(bytes: Buffer, count: number): number {
  let end = 0
  for (let left = count; left > 0 && end < bytes.length; left--) end = bytes.indexOf(NEWLINE, end) + 1
  return end
}
