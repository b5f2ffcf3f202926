import { accessSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files in memory, where the system has such. */
const MEMORY_FOLDER = '/dev/shm'

/** Makes a new folder whose files wait for no disk. */
export function quickFolder(name: string): string {
  return mkdtempSync(join(isWritable(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), `pageprobe-${name}-`))
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
