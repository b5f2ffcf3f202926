import { actReport } from './act/act.ts'
import { type Report, reportOf } from './report.ts'
import { suites } from './suites.ts'

const USAGE = `Public suites of cases (infra/docs/conformance.md).
npm run -s conformance -- <suite>...  runs suites; exit code 1 where something is not as expected
npm run -s conformance -- all         runs every suite
npm run -s conformance -- act <folder> [<report.json>]
  runs the test cases of ACT rules and writes a report in EARL; the folder is content-assets/wcag-act-rules of a clone of
  w3c/wcag-act-rules: testcases.json with the pages beside it
Suites: ${suites.map(({ name }) => name).join(', ')}`
const MAX_COMPLAINTS = 20

const names = process.argv.slice(2)
const isKnown = (name: string) => name === 'all' || suites.some((suite) => suite.name === name)
if (names[0] === 'act') runAct(names[1] ?? '', names[2])
else if (names.length === 0 || !names.every(isKnown)) refuse()
else await runSuites()

function refuse(): void {
  console.error(USAGE)
  process.exitCode = 2
}

function runAct(folder: string, reportPath: string | undefined): void {
  const lines = actReport(folder, reportPath)
  if (lines === null) refuse()
  else console.log(lines.join('\n'))
}

async function runSuites(): Promise<void> {
  const chosen = suites.filter(({ name }) => names.includes('all') || names.includes(name))
  for (const suite of chosen) {
    const report = await reportOf(suite)
    print(report)
    if (report.complaints.length > 0) process.exitCode = 1
  }
}

function print({ suite, figures, failures, leftOut, complaints }: Report): void {
  const { cases, passed, failed } = figures
  console.log(`${suite.name}: ${suite.source}`)
  console.log(`  ${cases} cases: ${passed} passed, ${failed} failed, ${figures.leftOut} left out`)
  for (const one of failures) console.log(`  fails, ${one.cases}: ${one.reason}`)
  for (const one of leftOut) console.log(`  left out, ${one.cases}: ${one.reason}`)
  for (const complaint of complaints.slice(0, MAX_COMPLAINTS)) console.log(`  NOT AS EXPECTED: ${complaint}`)
  if (complaints.length > MAX_COMPLAINTS) console.log(`  … and ${complaints.length - MAX_COMPLAINTS} more`)
}
