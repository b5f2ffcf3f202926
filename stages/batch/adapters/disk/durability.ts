import { type FileHandle, open } from 'node:fs/promises'
import { unavailable } from '#shared/errors.ts'

export interface Durability {
  /**
   * Resolves once all that was committed before the call is on the disk itself. Rejects with `SERVICE_UNAVAILABLE` when
   * it can't be brought there.
   */
  synced(): Promise<void>
  /** What waits is settled, or rejected, before. */
  close(): Promise<void>
}

/**
 * What is committed outlives the process, not a power cut (see `shared/adapters/sqlite/database.ts`): it lies in the write-ahead
 * log, which the operating system writes when it likes. Whoever forgets a piece of work elsewhere for what is committed
 * here waits for this first. Not for `:memory:`.
 */
export function walDurability(path: string): Durability {
  let wal: FileHandle | null = null
  const sync = coalesceRuns(async () => {
    try {
      // Made by the first commit, and kept until the database is closed.
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

/** Runs the work one at a time; calls that come while it runs share the next run. */
export function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        running = work()
        return running
      })
    return next
  }
}
