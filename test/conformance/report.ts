import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseResult, KnownFailures, Suite } from './suite.ts'

/** How many cases of a suite came out in each way. */
export interface Figures {
  readonly cases: number
  readonly passed: number
  readonly failed: number
  readonly leftOut: number
}

/** What a suite is known to come to: `expected/<suite>.json`. */
export interface Expected {
  readonly figures: Figures
  /** Cases that fail, by why they do. */
  readonly failures: readonly KnownFailures[]
}

export interface Report {
  readonly suite: Suite
  readonly figures: Figures
  readonly failures: readonly Count[]
  readonly leftOut: readonly Count[]
  /** What is not as expected: empty where the suite passes. */
  readonly complaints: readonly string[]
}

/** A reason, and the number of cases that it explains. */
export interface Count {
  readonly reason: string
  readonly cases: number
}

/** The expected outcome of a suite. Throws for a suite without one. */
export function expectedOf(suite: Suite): Expected {
  const path = join(import.meta.dirname, 'expected', `${suite.name}.json`)
  const { figures, failures }: Expected = JSON.parse(readFileSync(path, 'utf8'))
  return { figures, failures: [...failures, ...(suite.knownFailures?.() ?? [])] }
}

/** Runs a suite and compares it with what is expected of it. */
export async function reportOf(suite: Suite, expected = expectedOf(suite)): Promise<Report> {
  const results = await suite.run()
  const figures = figuresOf(results)
  return {
    suite,
    figures,
    failures: counted(expected.failures.flatMap(({ reason, cases }) => cases.map(() => reason))),
    leftOut: counted(results.flatMap(({ verdict }) => (verdict.kind === 'left-out' ? verdict.reason : []))),
    complaints: [...complaintsAbout(results, expected), ...aboutFigures(figures, expected.figures)],
  }
}

function figuresOf(results: readonly CaseResult[]): Figures {
  const count = (kind: string) => results.filter(({ verdict }) => verdict.kind === kind).length
  return {
    cases: results.length,
    passed: count('passed'),
    failed: count('failed'),
    leftOut: count('left-out'),
  }
}

/** How often each reason is given, the most frequent first. */
function counted(reasons: readonly string[]): Count[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, cases]) => ({ reason, cases }))
    .sort((one, other) => other.cases - one.cases)
}

function complaintsAbout(results: readonly CaseResult[], { failures }: Expected): string[] {
  const known = new Set(failures.flatMap(({ cases }) => cases))
  const complaints = results.flatMap(({ id, verdict }) => {
    const isKnown = known.delete(id)
    if (verdict.kind === 'failed') return isKnown ? [] : [`${id} fails:\n  ${verdict.difference}`]
    return isKnown ? [`${id} is known to fail, and does not: take it out of the expected failures`] : []
  })
  return [...complaints, ...[...known].map((id) => `${id} is known to fail, and is no case`)]
}

function aboutFigures(figures: Figures, expected: Figures): string[] {
  const [now, then] = [figures, expected].map((one) => JSON.stringify(one))
  return now === then ? [] : [`the figures are ${now}, and not ${then}`]
}
