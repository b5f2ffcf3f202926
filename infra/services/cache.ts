import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The folder outside the checkout that keeps programs for tests between runs (XDG Base Directory Specification). */
export function cacheFolder(name: string): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(base, 'pageprobe', name)
}

/**
 * Fills `folder` by `fill(emptyFolder)` unless it exists. The change is atomic: an interrupted run leaves no partial
 * folder, and of several processes that fill it at once the first one wins.
 */
export async function fillOnce(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.draft-`)
  try {
    await fill(draft)
    await rename(draft, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
