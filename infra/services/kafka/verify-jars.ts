import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The jars by name with their SHA-512, in the format of sha512sum(1). */
const LIST = join(import.meta.dirname, 'jars.sha512')

/**
 * Rejects unless the folder has exactly the jars of the list, byte by byte: Maven itself compares only with what the server says.
 */
export async function verifyJars(folder: string, list = LIST): Promise<void> {
  const expected = parseList(await readFile(list, 'utf8'))
  const names = new Set([...expected.keys(), ...(await readdir(folder))])
  const wrong: string[] = []
  for (const name of names) if ((await digestOf(join(folder, name))) !== expected.get(name)) wrong.push(name)
  if (wrong.length > 0) throw new Error(`not the jars of ${list}: ${wrong.sort().join(', ')}`)
}

function parseList(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(SHA512_HEX + 2), line.slice(0, SHA512_HEX)]))
}

const SHA512_HEX = 128

/** Null for a file that is missing. */
async function digestOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null)
  return bytes && createHash('sha512').update(bytes).digest('hex')
}
