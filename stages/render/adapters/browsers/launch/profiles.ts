import { chmod, chown, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Folders for the profiles of the browsers of this process; each is used once. */
export type Profiles = Awaited<ReturnType<typeof openProfiles>>

/** The owner of profiles, where it is not the user of the service. */
export interface ProfileOwner {
  readonly uid: number
  readonly gid: number
}

/** Mode of the folders above a profile: its owner may pass through them, but neither list nor change them. */
const TRAVERSE_ONLY = 0o711
/** A folder of another machine counts as abandoned after this time: its processes cannot be checked from here. Milliseconds. */
const OTHER_HOST_STALE_MS = 86_400_000

/**
 * Keeps profiles below `folder`, next to those of other processes, and removes those of processes that no longer run. Rejects when
 * `owner` is given and the folder belongs to another user than that of the service.
 */
export async function openProfiles(folder: string, owner: ProfileOwner | null = null) {
  await mkdir(folder, { recursive: true })
  if (owner !== null) await allowTraversal(folder)
  for (const name of await readdir(folder)) {
    if (await isLeftOver(join(folder, name), name)) await removeFolder(join(folder, name))
  }
  const processFolder = join(folder, `${hostname()}.${process.pid}`)
  let count = 0
  return {
    async create(): Promise<string> {
      const profile = join(processFolder, String(++count))
      await mkdir(profile, { recursive: true, mode: 0o700 })
      if (owner !== null) {
        await allowTraversal(processFolder)
        await chown(profile, owner.uid, owner.gid)
      }
      return profile
    },
    remove: removeFolder,
    /** Removes all profiles of this process. */
    close: () => removeFolder(processFolder),
  }
}

/** In a folder for temporary files, any user can have made a folder of that name, so its owner is checked. */
async function allowTraversal(folder: string): Promise<void> {
  const stats = await lstat(folder)
  if (!stats.isDirectory() || stats.uid !== process.getuid?.())
    throw new Error(`${folder} is not a folder of the user that the service runs as`)
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

/** Retries: a browser that was just killed may still write to its profile. */
function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
