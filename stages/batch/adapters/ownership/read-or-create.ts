import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Returns the text of a file that only its owner can read. Creates the file with `make` when it is missing.
 */
export function readOrCreate(path: string, make: () => string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const text = make()
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
  return text
}
