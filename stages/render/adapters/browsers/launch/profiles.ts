import { chmod, chown, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Folders for the profiles of this process's browsers; none is used twice. */
export interface Profiles {
  create(): Promise<string>
  remove(profile: string): Promise<void>
  /** Removes what this process made. */
  close(): Promise<void>
}

/** Whom profiles belong to, where that is not the service's own user. */
export interface ProfileOwner {
  readonly uid: number
  readonly gid: number
}

/** The owner of a profile may go through the folders above it, and list or change none of them. */
const TRAVERSE_ONLY = 0o711
/** What another machine left in a shared folder is taken for dead after this time: no process of it can be asked. */
const OTHER_HOST_STALE_MS = 86_400_000

/**
 * Under `folder`, beside those of other processes. What processes left that run no more is removed. Rejects when the folder is
 * somebody else's, while profiles have an owner of their own.
 */
export async function openProfiles(folder: string, owner: ProfileOwner | null = null): Promise<Profiles> {
  await mkdir(folder, { recursive: true })
  if (owner !== null) await allowTraversal(folder)
  for (const name of await readdir(folder)) {
    if (await isLeftOver(join(folder, name), name)) await removeFolder(join(folder, name))
  }
  const processFolder = join(folder, `${hostname()}.${process.pid}`)
  let count = 0
  return {
    async create() {
      const profile = join(processFolder, String(++count))
      await mkdir(profile, { recursive: true, mode: 0o700 })
      if (owner !== null) {
        await allowTraversal(processFolder)
        await chown(profile, owner.uid, owner.gid)
      }
      return profile
    },
    remove: removeFolder,
    close: () => removeFolder(processFolder),
  }
}

/** Anybody can have made a folder of that name in one for temporary files. */
async function allowTraversal(folder: string): Promise<void> {
  const stats = await lstat(folder)
  if (!stats.isDirectory() || stats.uid !== process.getuid?.())
    throw new Error(`${folder} is no folder of the user that the service runs as`)
  await chmod(folder, TRAVERSE_ONLY)
}

async function isLeftOver(path: string, name: string): Promise<boolean> {
  const dot = name.lastIndexOf('.')
  const pid = Number(name.slice(dot + 1))
  if (!Number.isInteger(pid) || pid < 1) return false
  if (name.slice(0, dot) === hostname()) return pid === process.pid || !isRunning(pid)
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs > OTHER_HOST_STALE_MS
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A browser that was just killed may still be writing there. */
function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
