import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Database } from '../sqlite/schema.ts'
import type { Tables } from '../sqlite/tables.ts'
import type { ResultFiles } from './result-files.ts'

export interface SyncOptions {
  readonly database: Database
  readonly tables: Pick<Tables, 'unsyncedLines'>
  readonly files: Pick<ResultFiles, 'sync'>
  /** Between two rounds, in milliseconds. */
  readonly syncMs: number
  readonly logger: Log
}

/**
 * Brings result files to the disk itself now and then; until then their last lines stand in the frontier, too, from
 * where a start after a power cut writes them again. The returned function ends it.
 */
export function keepSynced(options: SyncOptions): () => Promise<void> {
  const { syncMs, logger } = options
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await syncAll(options).catch((err: unknown) => {
        logger[isUnavailable(err) ? 'debug' : 'error'](
          { err },
          'result files of batches can not be brought to the disk',
        )
      })
      await sleep(syncMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

async function syncAll({ database, tables: { unsyncedLines }, files }: SyncOptions): Promise<void> {
  const last = unsyncedLines.last()
  if (last === null) return
  for (const id of unsyncedLines.batches()) await files.sync(id)
  await database.write(() => unsyncedLines.remove(last))
}
