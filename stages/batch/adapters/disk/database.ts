import type { DatabaseSync } from 'node:sqlite'

/**
 * A SQLite file as `shared/adapters/sqlite/database.ts` opens it: all writes of one turn of the event loop
 * are committed together.
 */
export interface Database {
  readonly db: DatabaseSync
  write<T>(work: () => T): Promise<T>
}
