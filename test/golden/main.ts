import { differences } from '#infra/tools/differences.ts'
import { accept, answersOf, expectedOf, type GoldenPage, goldenPages } from './golden-page.ts'

const USAGE = `Golden pages: pages with the answers that are expected of them.
npm run -s golden                       prints each answer that differs; exit code 1 if there is one
npm run -s golden -- <page>...          the same for some pages
npm run -s golden -- --accept <page>... makes the answers of today the expected ones; without names, those of all pages`
const MAX_VALUE_CHARACTERS = 300

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith('-'))
if (args.some((arg) => arg.startsWith('-') && arg !== '--accept')) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  const pages = names.length > 0 ? goldenPages(names) : goldenPages()
  const count = pages.reduce((sum, page) => sum + show(page), 0)
  const isAccepted = args.includes('--accept')
  if (isAccepted) for (const page of pages) accept(page, answersOf(page))
  console.log(`${count} differences in ${pages.length} pages${isAccepted ? ', accepted' : ''}`)
  process.exitCode = count === 0 || isAccepted ? 0 : 1
}

/** Prints what differs between the expected answers of a page and its answers of today. */
function show(page: GoldenPage): number {
  const found = differences(expectedOf(page), answersOf(page))
  for (const { path, before, after } of found) {
    console.log(`${page.name} ${path}\n  expected: ${shortened(before)}\n  answered: ${shortened(after)}`)
  }
  return found.length
}

function shortened(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, MAX_VALUE_CHARACTERS)
}
