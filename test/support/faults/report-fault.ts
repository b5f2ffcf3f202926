import { appendFileSync } from 'node:fs'

/** What became of the work of the service under a fault. A figure that is left out, or null, does not apply. */
export interface FaultFigures {
  /** What was done to the service, in a few words. */
  readonly fault: string
  /** Inspections that the service accepted while the fault lasted, or just before. */
  readonly accepted?: number | null
  /** Those of them that never had an outcome. */
  readonly lost?: number | null
  /** Answers that the contract does not document, and results of another page. */
  readonly wrong?: number | null
  /** Work that was done more than once. */
  readonly repeated?: number | null
  /** Milliseconds from the end of the fault until calls are answered again, or stuck work has gone on. */
  readonly recoveredMs?: number | null
}

/** How a test ended. */
export interface TestEnd {
  readonly test: string
  readonly outcome: 'held' | 'FAILED' | 'skipped'
  /** The error, or why it was skipped. */
  readonly reason: string | null
}

/** The figures of a test come before its end. */
export type FaultRecord = FaultFigures | TestEnd

/** Reports the figures of a fault to `npm run faults`, and prints them. Called before they are asserted. */
export function reportFault(figures: FaultFigures): void {
  const { fault, recoveredMs, ...counts } = figures
  const told = Object.entries(counts).flatMap(([name, count]) => (count === null ? [] : `${count} ${name}`))
  if (recoveredMs !== undefined && recoveredMs !== null)
    told.push(`recovered after ${Math.round(recoveredMs)} ms`)
  console.log(`      ${fault}: ${told.join(', ')}`)
  recordForTable(figures)
}

/** Appends to the file that `npm run faults` reads; a test that is run alone has none. */
export function recordForTable(one: FaultRecord): void {
  const file = process.env.FAULTS_FILE
  if (file) appendFileSync(file, `${JSON.stringify(one)}\n`)
}
