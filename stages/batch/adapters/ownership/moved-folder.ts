import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that marks a folder whose owner was the last one with one file before the frontier had shards. */
const MARK = 'moved-to-shards'

/** Marks the folder: its file goes on beside the shards. */
export function markMoved(folder: string): void {
  writeFileSync(join(folder, MARK), '', { flush: true })
}

/** Returns whether the folder is marked. */
export function isMoved(folder: string): boolean {
  return existsSync(join(folder, MARK))
}

/** Removes the mark: the folder is run with one file again. */
export function unmarkMoved(folder: string): void {
  rmSync(join(folder, MARK), { force: true })
}
