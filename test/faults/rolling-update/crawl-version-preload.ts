import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Loaded into a batch part before it starts: makes its crawl code that of version 1 or 2, by the query of this module. Each
// follows links that the other one does not, version 2 takes URLs for equal that are different for version 1, and the groups of
// alike pages have other names.
const version = new URL(import.meta.url).search.slice(1)
const other = version === '1' ? '2' : '1'

type Change = readonly [module: string, from: string, to: string]

const changes: readonly Change[] = [
  [
    '/stages/batch/crawl/discover.ts',
    '.filter((address) => address !== null)',
    `.filter((address) => address !== null && !address.includes('/only-${other}/'))`,
  ],
  ...(version === '1'
    ? []
    : ([
        [
          '/stages/batch/crawl/normalize-address.ts',
          'tracking.test(name) ||',
          `name === 'mark' || tracking.test(name) ||`,
        ],
        ['/stages/batch/crawl/families/address-families.ts', 'family: `', 'family: `2 '],
      ] as const)),
]

registerHooks({
  load(url, context, nextLoad) {
    const change = changes.find(([module]) => url.endsWith(module))
    if (change === undefined) return nextLoad(url, context)
    const [module, from, to] = change
    const source = readFileSync(fileURLToPath(url), 'utf8')
    if (source.split(from).length !== 2) throw new Error(`${module} has not once: ${from}`)
    return { format: 'module-typescript', source: source.replace(from, () => to), shortCircuit: true }
  },
})
