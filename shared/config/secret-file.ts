import { readFileSync } from 'node:fs'

/** Reads a secret from its file. The last line end does not count. Throws an Error that does not show the contents. */
export function readSecretFile(path: string): string {
  const text = contentsOf(path).replace(/\r?\n$/, '')
  if (text === '') throw new Error('names an empty file')
  return text
}

function contentsOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
