import { rmSync, statSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdapterLog } from '../../log.ts'

/** Marks the names of drafts; no object name contains it. */
export const DRAFT_MARK = '~'

export interface FolderSweepOptions {
  readonly folder: string
  /** Maximum age of the files of a subfolder, in milliseconds; Infinity = kept. */
  maxAgeMs(subfolder: string): number
  /** Suffix of this run's drafts after DRAFT_MARK. Other drafts are abandoned. */
  readonly run: string
  readonly log?: AdapterLog
}

const SWEEP_INTERVAL_MS = 60 * 60 * 1000

/**
 * Removes expired files and abandoned drafts, at once and every hour, one file at a time. Does not keep the
 * process alive. The returned function stops it and resolves when no removal is in progress.
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

/** Sweeps all subfolders. Logs a failure and continues later: `get` ignores expired objects anyway. */
async function sweepAll(options: FolderSweepOptions, stopping: AbortSignal): Promise<void> {
  try {
    for await (const subfolder of await opendir(options.folder)) {
      if (subfolder.isDirectory()) await sweepSubfolder(options, subfolder.name, stopping)
    }
  } catch (error) {
    if (!isMissing(error)) options.log?.warn({ error: String(error) }, 'Expired objects cannot be removed')
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

/**
 * Synchronous, like the removal after it: no `put` of the same object can come between the two and be lost.
 */
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
