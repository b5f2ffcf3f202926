import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Milliseconds that test files took, by their path from the root. */
export type Durations = Readonly<Record<string, number>>

/** What a file takes where nothing is recorded: the first entry with which its path begins counts. */
const DEFAULT_MS: readonly (readonly [folder: string, milliseconds: number])[] = [
  ['test/unit/infra/', 1500],
  ['test/unit/', 100],
  ['test/architecture/', 3000],
  ['test/golden/', 60_000],
  ['test/contract/kafka/event-log.test.ts', 50_000],
  ['test/contract/', 10_000],
  ['test/browser/stages/render/lab/measure-once/', 60_000],
  ['test/browser/stages/render/consent/', 60_000],
  ['test/browser/stages/render/lab/', 20_000],
  ['test/browser/', 10_000],
  ['test/e2e/http/', 60_000],
  ['test/e2e/run-modes/', 60_000],
  ['test/e2e/batches/', 45_000],
  ['', 20_000],
]

/** A path that leads out of the project: of the files that tests of the test runner write. */
const OUTSIDE = /^(?:\/|\.\.\/)/

/** Reads recorded durations; none when the file is missing or damaged. */
export function readDurations(path: string): Durations {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** Records durations beside those of other files that are recorded already; none of a file elsewhere. */
export function recordDurations(path: string, durations: Durations): void {
  const all = Object.entries({ ...readDurations(path), ...durations })
  const own = Object.fromEntries(all.filter(([file]) => !OUTSIDE.test(file)))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(own, null, 1))
}

/** The files with the longest first, so that none of these runs alone at the end. */
export function longestFirst(files: readonly string[], recorded: Durations): string[] {
  const expected = (file: string) => recorded[file] ?? defaultOf(file)
  return files.toSorted((one, other) => expected(other) - expected(one) || (one < other ? -1 : 1))
}

function defaultOf(file: string): number {
  return DEFAULT_MS.find(([folder]) => file.startsWith(folder))?.[1] ?? 0
}
