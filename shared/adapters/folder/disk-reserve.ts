import { opendir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#shared/errors.ts'
import type { AdapterLog } from '../../log.ts'

/** Bytes of a disk: available to this user, and in total. */
export interface DiskSpace {
  readonly free: number
  readonly size: number
}

export interface DiskReserveOptions {
  /** Folder of the objects. */
  readonly folder: string
  /** Bytes to keep free for other writers of the disk, at most a tenth of the disk; 0 = none. */
  readonly bytes: number
  readonly log?: AdapterLog
  /** Reads the space of the disk that contains the folder. */
  readonly readSpace?: (folder: string) => Promise<DiskSpace>
}

export type DiskReserve = ReturnType<typeof makeDiskReserve>

/** Files that only readers need; work in progress needs the others. */
const removable: readonly { readonly folder: string; readonly file: RegExp }[] = [
  { folder: 'images', file: /^[0-9a-f]{64}\.[a-z]+$/ },
  { folder: 'bodies', file: /^[0-9a-f]{64}\.json$/ },
]
const MAX_SHARE = 0.1
/**
 * Removal continues until the free space exceeds the reserve by this factor, so that it does not start again at once.
 */
const MARGIN = 1.05
const CHECK_INTERVAL_MS = 1000
/** Files chosen in one pass over the folders, and files removed between two checks of the disk. */
const MAX_CANDIDATES = 1000
const REMOVALS_PER_CHECK = 50

/** Creates the check of the free space. Concurrent calls share one check. */
export function makeDiskReserve({ folder, bytes, log, readSpace = diskSpace }: DiskReserveOptions) {
  let lastCheck: { readonly at: number; readonly outcome: Promise<void> } | null = null

  async function hasFree(factor: number): Promise<boolean> {
    const { free, size } = await readSpace(folder)
    return free >= Math.min(bytes, size * MAX_SHARE) * factor
  }

  async function removeSome(files: readonly OldFile[]): Promise<boolean> {
    for (let at = 0; at < files.length; at += REMOVALS_PER_CHECK) {
      await Promise.all(files.slice(at, at + REMOVALS_PER_CHECK).map(({ path }) => rm(path, { force: true })))
      if (await hasFree(MARGIN)) return true
    }
    return false
  }

  async function check(): Promise<void> {
    if (await hasFree(1)) return
    log?.warn({ folder }, 'The disk is short of free space: removing the oldest images and bodies')
    for (let files = await findOldest(folder); files.length > 0; files = await findOldest(folder)) {
      if (await removeSome(files)) return
    }
    throw new Failure('SERVICE_UNAVAILABLE', 'The disk for images and large values is full')
  }

  return {
    /**
     * If too little space is free, removes images and bodies of results, oldest first. Rejects with
     * `SERVICE_UNAVAILABLE` if that does not suffice. Checks the disk at most once a second.
     */
    async assertFree(): Promise<void> {
      if (bytes === 0) return
      if (lastCheck === null || performance.now() - lastCheck.at >= CHECK_INTERVAL_MS) {
        const outcome = check()
        lastCheck = { at: Number.POSITIVE_INFINITY, outcome }
        const finish = () => {
          lastCheck = { at: performance.now(), outcome }
        }
        outcome.then(finish, finish)
      }
      await lastCheck.outcome
    },
  }
}

interface OldFile {
  readonly path: string
  readonly mtimeMs: number
}

/** The oldest removable files, oldest first, at most `MAX_CANDIDATES`. */
async function findOldest(folder: string): Promise<OldFile[]> {
  let found: OldFile[] = []
  for await (const file of removableFiles(folder)) {
    found.push(file)
    if (found.length >= 2 * MAX_CANDIDATES) found = oldestOf(found)
  }
  return oldestOf(found)
}

function oldestOf(files: OldFile[]): OldFile[] {
  return files.sort((one, other) => one.mtimeMs - other.mtimeMs).slice(0, MAX_CANDIDATES)
}

async function* removableFiles(folder: string): AsyncGenerator<OldFile> {
  for (const kind of removable) {
    const inside = join(folder, kind.folder)
    const entries = await opendir(inside).catch(nullIfMissing)
    for await (const { name } of entries ?? []) {
      const path = join(inside, name)
      const found = kind.file.test(name) ? await stat(path).catch(nullIfMissing) : null
      if (found !== null) yield { path, mtimeMs: found.mtimeMs }
    }
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
