import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Checkout, makeCheckout } from './mutants/checkout.ts'
import { type CoveringTests, makeTestFinder } from './mutants/covering-tests.ts'
import { type Mutation, mutate, mutationsOf } from './mutants/mutations.ts'

/**
 * Measures the unit and contract tests by random mutants: `npm run mutants -- [--count 400] [--seed 1] [--paths a,b]`. A
 * mutant is the source with one change; it is killed when a test fails, or hangs. Two copies of the checkout work side by
 * side. Prints a line for each mutant, the survivors, and in the last line the share of killed mutants.
 */
const PATHS = [
  'shared/consumer',
  'shared/stage',
  'gateway/inspections',
  'stages/batch',
  'stages/extract',
  'stages/score',
]
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    paths: { type: 'string', default: PATHS.join() },
  },
})
const WORKERS = 2
/** Tests that take longer than three times their time without a mutant, and this many milliseconds, hang. */
const GRACE_MS = 20_000
const FIRST_LIMIT_MS = 5 * 60_000

interface Mutant {
  readonly path: string
  readonly source: string
  readonly mutation: Mutation
}

const root = process.cwd()
const paths = values.paths.split(',')
const sources = readSources()
const testsOf = makeTestFinder(sources, paths)
const queue = sample(mutantsOf(), Number(values.count), Number(values.seed))
const total = queue.length
const survivors: string[] = []
/** Milliseconds that the tests of a file take without a mutant, for both groups. */
const usualMs = new Map<string, Promise<number>>()

await Promise.all(Array.from({ length: WORKERS }, work))
console.log(`SURVIVED, ${survivors.length}`)
for (const survivor of survivors) console.log(`  - ${survivor}`)
console.log(`${total - survivors.length} killed, ${survivors.length} survived`)
console.log(`${(100 * (1 - survivors.length / Math.max(total, 1))).toFixed(1)} %`)

function readSources(): ReadonlyMap<string, string> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.ts']
  const files = execFileSync('git', list, { encoding: 'utf8' }).trim().split('\n')
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

function mutantsOf(): Mutant[] {
  const isMutated = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`))
  const files = [...sources].filter(([file]) => isMutated(file) && !file.endsWith('.d.ts'))
  return files.flatMap(([path, source]) =>
    mutationsOf(source).map((mutation) => ({ path, source, mutation })),
  )
}

/** `count` random mutants: the same ones for the same seed, also where other code has changed. */
function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const seen = new Map<string, number>()
  const rankOf = ({ path, source, mutation: { start, end, replacement } }: Mutant) => {
    const change = `${path}\n${source.slice(start, end)}\n${replacement}`
    const before = seen.get(change) ?? 0
    seen.set(change, before + 1)
    return createHash('sha256').update(`${seed}\n${before}\n${change}`).digest('hex')
  }
  return mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

async function work(): Promise<void> {
  const checkout = makeCheckout(root)
  try {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift())
      await judge(checkout, mutant)
  } finally {
    checkout.remove()
  }
}

async function judge(checkout: Checkout, { path, source, mutation }: Mutant): Promise<void> {
  const tests = testsOf(path)
  if (!usualMs.has(path)) usualMs.set(path, timeOf(checkout, path, tests))
  const limitMs = 3 * ((await usualMs.get(path)) ?? 0) + GRACE_MS
  checkout.write(path, mutate(source, mutation))
  const mirrored = await checkout.test(tests.mirrored, limitMs)
  const { hasPassed } = mirrored.hasPassed ? await checkout.test(tests.others, limitMs) : mirrored
  checkout.write(path, source)
  const line = source.slice(0, mutation.start).split('\n').length
  const change = `${source.slice(mutation.start, mutation.end)}  ->  ${mutation.replacement}`
  const about = `${path}:${line}  ${change.replaceAll(/\n\s*/g, ' ')}`
  console.log(`${hasPassed ? 'SURVIVED' : 'killed  '}  ${about}`)
  if (hasPassed) survivors.push(about)
}

/** Tests that fail without a mutant would kill every mutant. */
async function timeOf(checkout: Checkout, path: string, tests: CoveringTests): Promise<number> {
  const start = performance.now()
  for (const files of [tests.mirrored, tests.others]) {
    const { hasPassed, output } = await checkout.test(files, FIRST_LIMIT_MS)
    if (!hasPassed) throw new Error(`the tests of ${path} fail without a mutant:\n${output}`)
  }
  return performance.now() - start
}
