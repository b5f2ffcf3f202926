import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Semaphore } from '#shared/async/semaphore.ts'
import { abortable } from '#shared/async/timeout.ts'
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
  /** Permits to load a snapshot. */
  readonly restores: Semaphore
  readonly logger: Log
  readonly signal: AbortSignal
}

/** After a try that found no state that can be used. */
const RETRY_MS = 2000

/**
 * Brings the newest known state of a shard to its path: the file that is there, the newest snapshot, or none. Waits while the
 * log, the object store or the disk is unavailable, and while the newest snapshot cannot be used: a damaged or lost one is
 * not needed as long as the log has all commands from the local state on. Rejects with the reason of the signal once that is
 * aborted, and leaves the file alone then.
 */
export async function restoreState(options: RestoreStateOptions): Promise<void> {
  const { shard, signal, logger } = options
  for (;;) {
    try {
      if (await retryWhileUnavailable(() => isRestored(options), { signal })) return
    } catch (err) {
      signal.throwIfAborted()
      logger.error({ err, shard }, 'the state of a shard cannot be restored')
      await sleep(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** Resolves with false when the snapshot was replaced by another one meanwhile. */
async function isRestored(options: RestoreStateOptions): Promise<boolean> {
  const { shard, path, directory, logs, logger, signal } = options
  await abortable(signal, directory.caughtUp())
  const snapshot = directory.snapshot(shard)
  const { intake: oldest } = await logs.oldest(shard)
  const local = localPosition(options)
  const chosen = chooseState({ local, snapshot: snapshot?.position ?? null, oldest })
  logger.info({ shard, ...chosen, oldest }, 'the state of a shard is opened')
  if (chosen.isGone) logger.error({ shard, ...chosen, oldest }, 'the log has lost commands of a shard')
  if (snapshot !== null && chosen.from === 'snapshot')
    return isReplaced(options, snapshot, local ?? 0, oldest)
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

/** Replaces the file by the snapshot, unless that cannot be used and the log has all commands from the local state on. */
async function isReplaced(
  options: RestoreStateOptions,
  snapshot: ShardSnapshot,
  local: number,
  oldest: number,
): Promise<boolean> {
  const { shard, path, logger } = options
  try {
    return await isLoaded(options, snapshot)
  } catch (err) {
    if (!(err instanceof DamagedFile) || local < oldest) throw err
    logger.error(
      { err, shard, local },
      'a snapshot cannot be used: the commands since the local state are applied',
    )
    if (local === 0) await removeDatabase(path)
    return true
  }
}

/** Resolves with false when there is another snapshot meanwhile. Rejects as `restoreSnapshot`, and when it is lost. */
async function isLoaded(options: RestoreStateOptions, snapshot: ShardSnapshot): Promise<boolean> {
  const { shard, path, directory, objects, restores, signal } = options
  const restoring = { snapshot, path, version: VERSION, objects, signal }
  let loading: Promise<ShardSnapshot | null> | null = null
  const load = () => {
    loading = restoreSnapshot(restoring)
    return loading
  }
  try {
    if ((await restores.run(load, signal)) !== null) return true
  } finally {
    // The call ends with the signal, maybe before the load does.
    await Promise.allSettled([loading])
  }
  // Who removes a snapshot has announced another one before.
  await abortable(signal, directory.caughtUp())
  if (directory.snapshot(shard)?.object !== snapshot.object) return false
  throw new DamagedFile('the newest snapshot is not in the object store')
}
