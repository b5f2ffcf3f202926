import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { abortable } from '#shared/async/timeout.ts'
import { asUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ShardSnapshot } from '../../shards/directory/directory-entries.ts'
import type { ShardDirectory } from '../../shards/directory/shard-directory.ts'
import { copyDatabase, removeDatabase } from './copy-database.ts'
import { removeFile, type StoreOptions, storeFile } from './stored-file.ts'

export interface SaveOptions extends StoreOptions {
  readonly shard: number
  /** The file of the shard, with a write-ahead log. It may be open and written meanwhile. */
  readonly path: string
  /** Reads the next position of the intake in a copy of the file. */
  readonly positionOf: (db: DatabaseSync) => number
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'remove'>
  readonly directory: Pick<ShardDirectory, 'snapshot' | 'announceSnapshot'>
  readonly logger: Log
}

const RANDOM_BYTES = 8

/**
 * Stores a copy of a shard's file, announces it, and then removes the snapshot before it. Resolves with null, and leaves
 * nothing, when a snapshot with a higher position is known: another process owns the shard. Rejects with
 * `SERVICE_UNAVAILABLE` when the disk or the object store fails. Once the snapshot is stored, waits while the log is
 * unavailable: after an announcement that may or may not have been read, no snapshot could be removed. Rejects with the
 * reason of the signal when that is aborted. One call at a time for a path. What an interrupted call has left on the disk is
 * removed by the next one.
 */
export async function saveSnapshot(options: SaveOptions): Promise<ShardSnapshot | null> {
  const { shard, directory, objects, signal } = options
  const snapshot = await storeCopy(options)
  if (snapshot === null) return null
  const previous = directory.snapshot(shard)
  const announce = () => abortable(signal, directory.announceSnapshot(snapshot))
  const announced = await retryWhileUnavailable(announce, { signal })
  const useless = announced ? previous : snapshot
  if (useless !== null) {
    await removeFile(objects, useless.object).catch((err: unknown) =>
      options.logger.warn({ err, shard, object: useless.object }, 'a useless snapshot cannot be removed'),
    )
  }
  return announced ? snapshot : null
}

async function storeCopy(options: SaveOptions): Promise<ShardSnapshot | null> {
  const { shard, path, positionOf, objects, directory, signal } = options
  const copy = `${path}.saving`
  const clear = () => asUnavailable('disk', () => removeDatabase(copy))
  await clear()
  try {
    const { position, version } = await asUnavailable('disk', () => copyDatabase(path, copy, positionOf))
    signal.throwIfAborted()
    if (position < (directory.snapshot(shard)?.position ?? 0)) return null
    const object = `frontier/${shard}-${position}-${randomBytes(RANDOM_BYTES).toString('hex')}`
    const bytes = await storeFile(objects, object, copy, options)
    return { shard, object, position, bytes, version }
  } finally {
    await clear()
  }
}
