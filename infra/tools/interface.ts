import { readFileSync, writeFileSync } from 'node:fs'
import { compare, type Recording, record } from './interface/recording.ts'

const USAGE = `Shows that a change of the code does not change what clients see.
npm run -s interface -- record <file>    before the change: documents, answers, events and results of pages
npm run -s interface -- compare <file>   after it: prints each difference; exit code 1 if there is one`
/** More of one kind would hide the others. */
const MAX_SHOWN = 200
const MAX_VALUE_CHARACTERS = 200

const [command, file] = process.argv.slice(2)
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
