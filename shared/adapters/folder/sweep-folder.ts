import { rmSync, statSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdapterLog } from '../common/adapter-log.ts'

/** Stands in the names of files that are still being written, and in no object's name. */
export const DRAFT_MARK = '~'

export interface FolderSweepOptions {
  readonly folder: string
  /** How old, in milliseconds, a file of this subfolder may get; Infinity = kept. */
  maxAgeMs(subfolder: string): number
  /** This run's own mark behind DRAFT_MARK; the drafts of others are leftovers. */
  readonly run: string
  readonly log?: AdapterLog
}

const SWEEP_INTERVAL_MS = 60 * 60 * 1000

/**
 * Removes expired files and left drafts, now and every hour, one file at a time; never keeps the process alive. The
 * returned function ends it and resolves when no removal is under way.
 */
export function sweepFolder(options: FolderSweepOptions): () => Promise<void> {
  const stopping = new AbortController()
  const sweep = () => sweepAll(options, stopping.signal)
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, SWEEP_INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await sweeping
  }
}

/** Reports what can't be removed and goes on: `get` never shows expired objects anyway. */
async function sweepAll(options: FolderSweepOptions, stopping: AbortSignal): Promise<void> {
  try {
    for await (const subfolder of await opendir(options.folder)) {
      if (subfolder.isDirectory()) await sweepSubfolder(options, subfolder.name, stopping)
    }
  } catch (error) {
    if (!isMissing(error)) options.log?.warn({ error: String(error) }, 'Expired objects can not be removed')
  }
}

async function sweepSubfolder(
  options: FolderSweepOptions,
  subfolder: string,
  stopping: AbortSignal,
): Promise<void> {
  const oldest = Date.now() - options.maxAgeMs(subfolder)
  for await (const file of await opendir(join(options.folder, subfolder))) {
    if (stopping.aborted) return
    const path = join(options.folder, subfolder, file.name)
    if (isAbandonedDraft(file.name, options.run) || hasExpired(path, oldest)) rmSync(path, { force: true })
  }
}

/** Synchronous, like the removal after it: no `put` of the same object comes between the two and is lost. */
function hasExpired(path: string, oldest: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.mtimeMs <= oldest
}

function isAbandonedDraft(file: string, run: string): boolean {
  return file.includes(DRAFT_MARK) && !file.includes(DRAFT_MARK + run)
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
