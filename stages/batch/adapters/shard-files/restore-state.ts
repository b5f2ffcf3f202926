import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { chooseState } from '../../shards/directory/choose-state.ts'
import type { ShardSnapshot } from '../../shards/directory/directory-entries.ts'
import type { ShardDirectory } from '../../shards/directory/shard-directory.ts'
import type { ShardLogs } from '../../shards/logs/shard-logs.ts'
import { removeDatabase } from '../snapshots/copy-database.ts'
import { restoreSnapshot } from '../snapshots/restore-snapshot.ts'
import { DamagedFile } from '../snapshots/stored-file.ts'
import { VERSION } from '../sqlite/statements/schema.ts'
import { intakePositionAt } from './shard-positions.ts'

export interface RestoreStateOptions {
  readonly shard: number
  /** The file of the shard, if it was here before. Nobody may have it open. */
  readonly path: string
  readonly directory: Pick<ShardDirectory, 'snapshot' | 'caughtUp'>
  readonly logs: Pick<ShardLogs, 'oldest'>
  readonly objects: Pick<ObjectStore, 'get' | 'open'>
  readonly logger: Log
  readonly signal: AbortSignal
}

/** After a try that found no state that can be used. */
const RETRY_MS = 2000

/**
 * Brings the newest known state of a shard to its path: the file that is there, the newest snapshot, or none. Waits while the
 * log, the object store or the disk is unavailable, and while the newest snapshot cannot be used and the log does not have
 * what it is needed for. Rejects with the reason of the signal once that is aborted.
 */
export async function restoreState(options: RestoreStateOptions): Promise<void> {
  const { shard, signal, logger } = options
  for (;;) {
    try {
      if (await retryWhileUnavailable(() => isRestored(options), { signal })) return
    } catch (err) {
      signal.throwIfAborted()
      logger.error({ err, shard }, 'the state of a shard cannot be restored')
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

/** Resolves with false when the snapshot was removed meanwhile: another one follows. */
async function isRestored(options: RestoreStateOptions): Promise<boolean> {
  const { shard, path, directory, logs, logger } = options
  await directory.caughtUp()
  const snapshot = directory.snapshot(shard)
  const { intake: oldest } = await logs.oldest(shard)
  const local = localPosition(options)
  const chosen = chooseState({ local, snapshot: snapshot?.position ?? null, oldest })
  logger.info({ shard, ...chosen, oldest }, 'the state of a shard is opened')
  if (chosen.isGone) logger.error({ shard, ...chosen, oldest }, 'the log has lost commands of a shard')
  if (snapshot !== null && chosen.from === 'snapshot') return isLoaded(options, snapshot, local ?? 0, oldest)
  if (local === null) await removeDatabase(path)
  return true
}

/** Null when there is no file, or it cannot be read. */
function localPosition({ shard, path, logger }: RestoreStateOptions): number | null {
  try {
    return intakePositionAt(path)
  } catch (err) {
    logger.error({ err, shard }, 'the file of a shard cannot be read: it is replaced')
    return null
  }
}

/** A damaged snapshot is not needed as long as the log has all commands from the local state on. */
async function isLoaded(
  { shard, path, objects, logger }: RestoreStateOptions,
  snapshot: ShardSnapshot,
  local: number,
  oldest: number,
): Promise<boolean> {
  try {
    return (await restoreSnapshot({ snapshot, path, version: VERSION, objects })) !== null
  } catch (err) {
    if (!(err instanceof DamagedFile) || local < oldest) throw err
    logger.error(
      { err, shard, local },
      'a snapshot is damaged: the commands since the local state are applied',
    )
    if (local === 0) await removeDatabase(path)
    return true
  }
}
