import type { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** What is kept of a record that was laid by. */
export type KeptRecord = Pick<LogRecord, 'key' | 'value' | 'headers'>

/** A row of `deferred`: a request of an outside feeder whose host was flooded. */
export interface DeferredRow {
  readonly place: number
  readonly id: string
  /** Where it was first admitted; tells it from another request with its id. */
  readonly admitted: string
  /** Where it stood in the log of what is laid by, the last time. */
  readonly log_offset: number
  readonly ended_at: number | null
}

/** The statements over `deferred`. What has ended is remembered for a while, without its record. */
export interface DeferredTable {
  get(id: string): DeferredRow | null
  /** Answers its place. */
  insert(row: Pick<DeferredRow, 'id' | 'admitted' | 'log_offset'>, record: LogRecord): number
  moved(place: number, logOffset: number): void
  read(place: number): { readonly id: string; readonly deferred: KeptRecord }
  end(place: number, now: number): void
  /** Forgets some of what ended before; answers how many. */
  forget(before: number, limit: number): number
}

export function deferredTable(db: DatabaseSync): DeferredTable {
  const get = db.prepare('SELECT place, id, admitted, log_offset, ended_at FROM deferred WHERE id = ?')
  const insert = db.prepare(`
    INSERT INTO deferred (id, admitted, log_offset, record) VALUES (?, ?, ?, ?) RETURNING place`)
  const moved = db.prepare('UPDATE deferred SET log_offset = ? WHERE place = ?')
  const read = db.prepare('SELECT id, record FROM deferred WHERE place = ?')
  const end = db.prepare('UPDATE deferred SET ended_at = ?, record = NULL WHERE place = ?')
  const forget = db.prepare(`
    DELETE FROM deferred WHERE place IN (SELECT place FROM deferred WHERE ended_at < ? LIMIT ?)`)
  return {
    get: (id) => (get.get(id) as unknown as DeferredRow | undefined) ?? null,
    insert({ id, admitted, log_offset: offset }, { key, value, headers }) {
      const kept = serialize({ key, value, headers } satisfies KeptRecord)
      return insert.get(id, admitted, offset, kept)?.place as number
    },
    moved: (place, offset) => void moved.run(offset, place),
    read(place) {
      const row = read.get(place) as { id: string; record: Uint8Array }
      return { id: row.id, deferred: deserialize(row.record) as KeptRecord }
    },
    end: (place, now) => void end.run(now, place),
    forget: (before, limit) => Number(forget.run(before, limit).changes),
  }
}
