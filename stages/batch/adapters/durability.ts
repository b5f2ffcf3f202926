import { type FileHandle, open } from 'node:fs/promises'
import { unavailable } from '#shared/errors.ts'

export interface Durability {
  /**
   * Resolves once all that was committed before the call is on the disk itself. Rejects with `SERVICE_UNAVAILABLE` when
   * it can't be brought there.
   */
  settled(): Promise<void>
  /** What waits is settled, or rejected, before. */
  close(): Promise<void>
}

/**
 * What is committed outlives the process, not a power cut (see `shared/adapters/sqlite.ts`): it lies in the write-ahead
 * log, which the operating system writes when it likes. Whoever forgets a piece of work elsewhere for what is committed
 * here waits for this first. Not for `:memory:`.
 */
export function walDurability(path: string): Durability {
  let wal: Promise<FileHandle> | null = null
  const settling = oneForAll(async () => {
    // Made by the first commit, and kept until the database is closed.
    wal ??= open(`${path}-wal`, 'r+')
    try {
      await (await wal).datasync()
    } catch (error) {
      wal = null
      throw unavailable('disk', error)
    }
  })
  return {
    settled: settling,
    async close() {
      await settling().catch(() => undefined)
      const handle = await wal?.catch(() => null)
      await handle?.close()
    },
  }
}

/** Runs the work one at a time; calls that come while it runs share the next run. */
export function oneForAll(work: () => Promise<void>): () => Promise<void> {
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
