import { opendir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#shared/errors.ts'
import type { AdapterLog } from '../common/adapter-log.ts'

/** Bytes of a disk: what this user may still take, and all. */
export interface DiskSpace {
  readonly free: number
  readonly size: number
}

export interface DiskReserveOptions {
  /** Of the objects. */
  readonly folder: string
  /** Bytes that stay free for whoever else writes to the disk, but a tenth of it at most; 0 = none. */
  readonly bytes: number
  readonly log?: AdapterLog
  /** Of the disk that the folder is on. */
  readonly readSpace?: (folder: string) => Promise<DiskSpace>
}

export interface DiskReserve {
  /**
   * Where too little is free, removes what results have left, oldest first; rejects with `SERVICE_UNAVAILABLE` when that does
   * not suffice. Looks at the disk once a second at most.
   */
  assertFree(): Promise<void>
}

/** What is kept for readers alone: work that is under way needs the others. */
const removable: readonly { readonly folder: string; readonly file: RegExp }[] = [
  { folder: 'images', file: /^[0-9a-f]{64}\.[a-z]+$/ },
  { folder: 'bodies', file: /^[0-9a-f]{64}\.json$/ },
]
const MAX_SHARE = 0.1
/** Removal goes on until so much more than the reserve is free, lest it begins again at once. */
const MARGIN = 1.05
const CHECK_INTERVAL_MS = 1000
/** Files that are chosen in one pass over the folders, and between two looks at the disk. */
const MAX_CANDIDATES = 1000
const REMOVALS_PER_CHECK = 50

export function makeDiskReserve({
  folder,
  bytes,
  log,
  readSpace = diskSpace,
}: DiskReserveOptions): DiskReserve {
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
    log?.warn({ folder }, 'The disk is short of free space: the oldest images and bodies are removed')
    for (let files = await findOldest(folder); files.length > 0; files = await findOldest(folder)) {
      if (await removeSome(files)) return
    }
    throw new Failure('SERVICE_UNAVAILABLE', 'The disk for images and large values is full')
  }

  return {
    async assertFree() {
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

/** The oldest that can be removed, oldest first; bounded, however many there are. */
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
