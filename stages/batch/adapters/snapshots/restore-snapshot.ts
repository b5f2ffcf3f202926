import { rename, stat } from 'node:fs/promises'
import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import { asUnavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ShardSnapshot } from '../../shards/directory/directory-entries.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import type { CheckPool } from './check-file.worker.ts'
import { removeDatabase } from './copy-database.ts'
import { DamagedFile, loadFile } from './stored-file.ts'

export interface RestoreOptions {
  readonly snapshot: ShardSnapshot
  /** The file to replace. Nobody may have it open. */
  readonly path: string
  /** The newest version of the schema that this program knows. */
  readonly version: number
  readonly objects: Pick<ObjectStore, 'get' | 'open'>
  readonly signal: AbortSignal
}

/** A later version of the program made the snapshot. */
export class NewerSnapshot extends Error {
  override readonly name = 'NewerSnapshot'
  constructor({ shard }: ShardSnapshot, found: number, known: number) {
    super(`The snapshot of shard ${shard} has version ${found}, this program knows ${known} at most`)
  }
}

const CHECK_LIMITS = { timeoutMs: 600_000, memoryMb: 64 }

/**
 * Replaces the file by a snapshot once that is loaded and checked. Resolves with null, and leaves the file, when the
 * snapshot is not stored (any more): its successor may have been announced. Rejects with NewerSnapshot and DamagedFile when
 * the snapshot cannot be used, with `SERVICE_UNAVAILABLE` when the store or the disk fails, and with the reason of the signal
 * when that is aborted; the file is left then, too. One call at a time for a path. What an interrupted call has left is
 * removed by the next one.
 */
export async function restoreSnapshot(options: RestoreOptions): Promise<ShardSnapshot | null> {
  const { snapshot, path, version, objects, signal } = options
  if (snapshot.version > version) throw new NewerSnapshot(snapshot, snapshot.version, version)
  const loaded = `${path}.restoring`
  const clear = () => asUnavailable('disk', () => removeDatabase(loaded))
  await clear()
  try {
    if (!(await loadFile(objects, snapshot.object, loaded, signal))) return null
    const found = await check(loaded, signal)
    if (found.problem !== null) throw new DamagedFile(`the snapshot is damaged: ${found.problem}`)
    if (found.version > version) throw new NewerSnapshot(snapshot, found.version, version)
    await asUnavailable('disk', () => replaceDatabase(loaded, path))
    return snapshot
  } finally {
    await clear()
  }
}

/** A write-ahead log of the former file would be taken for one of the new file. */
async function replaceDatabase(loaded: string, path: string): Promise<void> {
  await removeDatabase(path)
  await rename(loaded, path)
}

/** A file up to this size is checked within some 15 ms, less than a thread takes to start. Many shards are restored at once. */
const SMALL_BYTES = 16 * 1024 * 1024

async function check(path: string, signal: AbortSignal): Promise<CheckedFile> {
  const { size } = await asUnavailable('disk', () => stat(path))
  return size <= SMALL_BYTES ? checkFile(path) : checkInThread(path, signal)
}

async function checkInThread(path: string, signal: AbortSignal): Promise<CheckedFile> {
  const program = new URL('check-file.worker.ts', import.meta.url)
  const pool: CheckPool = startThreadPool({ program, threads: 1, ...CHECK_LIMITS })
  try {
    return await pool.run('check', path, { tenant: null, isUrgent: false, signal, moved: new Uint8Array() })
  } finally {
    await pool.stop()
  }
}
