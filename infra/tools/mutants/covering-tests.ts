import { dirname, normalize } from 'node:path'

/** The tests that may kill the mutants of a file: those that mirror it, and then the others. */
export interface CoveringTests {
  readonly mirrored: readonly string[]
  readonly others: readonly string[]
}

const TYPE_IMPORT = /^(?:import|export) type [^']*'[^']*'$/gm
const IMPORT = /(?:from|import)\s*\(?\s*'([#.][^']+)'/g
const UNIT = 'test/unit/'

/**
 * Finds the unit tests for a source file: its mirror (`x.test.ts`, `x/<property>.test.ts`), then the tests that import it,
 * directly or not, and belong to the folder of the file or of a file that imports it, to one of `folders`, or run a
 * contract suite. `sources` holds the text of every TypeScript file by its path from the root.
 */
export function makeTestFinder(
  sources: ReadonlyMap<string, string>,
  folders: readonly string[],
): (path: string) => CoveringTests {
  const importers = importersOf(sources)
  const suites = [...sources].filter(
    ([path, text]) => /^test\/contract\/.*/.test(path) && /\bdescribe\(/.test(text),
  )
  const runsContract = (test: string) => suites.some(([suite]) => importers.get(suite)?.has(test))
  return (path) => {
    const mirror = `${UNIT}${path.slice(0, -'.ts'.length)}`
    const isMirror = (test: string) => test === `${mirror}.test.ts` || dirname(test) === mirror
    const near = [path, ...(importers.get(path) ?? [])].map((file) => dirname(file))
    const isNear = (test: string) =>
      [...near, ...folders].some((folder) => test.startsWith(`${UNIT}${folder}/`))
    const tests = [...reached(importers, path)].filter(
      (file) => file.startsWith(UNIT) && file.endsWith('.test.ts'),
    )
    return {
      mirrored: [...sources.keys()].filter((file) => file.endsWith('.test.ts') && isMirror(file)),
      others: tests.filter((test) => !isMirror(test) && (isNear(test) || runsContract(test))),
    }
  }
}

/** The files that import each file. */
function importersOf(sources: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const [path, source] of sources)
    for (const [, specifier = ''] of source.replaceAll(TYPE_IMPORT, '').matchAll(IMPORT)) {
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : normalize(`${dirname(path)}/${specifier}`)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  return importers
}

/** All files that import the file, directly or not. */
function reached(importers: ReadonlyMap<string, ReadonlySet<string>>, path: string): ReadonlySet<string> {
  const found = new Set([path])
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}
