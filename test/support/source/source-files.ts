import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sandbox.ts'
import { sourceFolders } from './cruise.ts'

/** Paths of all code files (except declarations of types) below `folders`, relative to the root, sorted. */
export function sourceFiles(folders: readonly string[] = sourceFolders): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx,mts,mjs,cjs}`)
  return globSync(patterns, { cwd: root, exclude: ['**/*.d.mts', '**/*.d.ts'] }).sort()
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
