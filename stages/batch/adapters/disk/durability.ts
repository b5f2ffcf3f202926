import { type FileHandle, open } from 'node:fs/promises'
import { coalesceRuns } from '#shared/async/coalesce-runs.ts'
import { unavailable } from '#shared/errors.ts'

export interface Durability {
  /**
   * Resolves once everything committed before the call is on the disk itself. Rejects with
   * `SERVICE_UNAVAILABLE` when the sync fails.
   */
  synced(): Promise<void>
  /** Waits until pending syncs have resolved or rejected. */
  close(): Promise<void>
}

/**
 * Makes the durability of a database with a write-ahead log. A commit survives the end of the process, but
 * not a power cut (see `shared/adapters/sqlite/database.ts`): it is in the write-ahead log, which the
 * operating system writes at its own time. Whoever forgets work elsewhere because of a commit here awaits
 * `synced` first. Not for `:memory:`.
 */
export function walDurability(path: string): Durability {
  let wal: FileHandle | null = null
  const sync = coalesceRuns(async () => {
    try {
      // The first commit creates the file. It exists until the database is closed.
      wal ??= await open(`${path}-wal`, 'r+')
      await wal.datasync()
    } catch (error) {
      throw unavailable('disk', error)
    }
  })
  return {
    synced: sync,
    async close() {
      await sync().catch(() => undefined)
      await wal?.close()
    },
  }
}
