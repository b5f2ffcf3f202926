import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A row: a folder of tests of one kind of fault. */
export interface FaultRow {
  readonly name: string
  /** Paths of its test files from the root of the checkout. */
  readonly files: readonly string[]
}

/** The rows of a checkout, by name. */
export function faultRows(root: string): FaultRow[] {
  const files = globSync('test/faults/*/*.test.ts', { cwd: root }).toSorted()
  const byFolder = Map.groupBy(files, (file) => basename(dirname(file)))
  return [...byFolder].map(([name, own]) => ({ name, files: own }))
}
