import { readFileSync, writeFileSync } from 'node:fs'
import { type Difference, differences } from './differences.ts'
import { recordInterface } from './examples/record-examples.ts'
import { type PageDigest, pageDigests } from './page-digests.ts'

/** Everything that clients see of the service, at one version of the code. */
export interface Recording {
  /** Documents, answers and events of two runs: differences between the two are chance, not interface. */
  readonly runs: readonly [unknown, unknown]
  readonly pages: Readonly<Record<string, PageDigest>>
}

/** Runs the service twice with the example shop, and the operations on all saved pages. Takes about 3 minutes. */
async function record(): Promise<Recording> {
  const first = await recordInterface()
  const second = await recordInterface()
  return { runs: [first, second], pages: pageDigests() }
}

/** Returns the differences between two versions that are not by chance, and the number of compared pages. */
export function compare(before: Recording, after: Recording): { changed: Difference[]; pages: number } {
  const byChance = new Set([before, after].flatMap(({ runs }) => pathsOf(differences(...runs))))
  const ofRuns = differences(before.runs[0], after.runs[0]).filter(({ path }) => !byChance.has(path))
  const common = Object.keys(before.pages).filter((name) => name in after.pages)
  const ofPages = common.flatMap((name) =>
    differences(before.pages[name], after.pages[name], `/pages/${name}`),
  )
  return { changed: [...ofRuns, ...ofPages], pages: common.length }
}

const pathsOf = (found: readonly Difference[]): string[] => found.map(({ path }) => path)

const USAGE = `Shows that a change of the code does not change what clients see.
npm run -s interface -- record <file>    before the change: documents, answers, events and results of pages
npm run -s interface -- compare <file>   after it: prints each difference; exit code 1 if there is one`
/** More of one kind would hide the others. */
const MAX_SHOWN = 200
const MAX_VALUE_CHARACTERS = 200

/** Runs one of the two commands. */
async function main([command, file]: readonly string[]): Promise<void> {
  if (file === undefined || (command !== 'record' && command !== 'compare')) {
    console.error(USAGE)
    process.exitCode = 2
  } else if (command === 'record') {
    const recording = await record()
    writeFileSync(file, JSON.stringify(recording))
    console.log(`recorded with ${Object.keys(recording.pages).length} pages`)
  } else {
    show(compare(JSON.parse(readFileSync(file, 'utf8')) as Recording, await record()))
  }
}

function show({ changed, pages }: ReturnType<typeof compare>): void {
  for (const { path, before, after } of changed.slice(0, MAX_SHOWN)) {
    console.log(`${path}\n  before: ${shortened(before)}\n  after:  ${shortened(after)}`)
  }
  console.log(`${changed.length} differences; ${pages} pages compared`)
  process.exitCode = changed.length === 0 ? 0 : 1
}

function shortened(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, MAX_VALUE_CHARACTERS)
}

if (import.meta.main) await main(process.argv.slice(2))
