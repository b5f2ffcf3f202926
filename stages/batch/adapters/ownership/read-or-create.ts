import { readFileSync, writeFileSync } from 'node:fs'

/** The text of the file, which only its owner can read; made and kept when there is none yet. */
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
