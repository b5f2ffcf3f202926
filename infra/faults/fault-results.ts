import type { FaultFigures, FaultRecord, TestEnd } from '#test/support/faults/report-fault.ts'

/** A line of the table. */
export interface FaultResult extends Required<FaultFigures> {
  readonly row: string
  readonly outcome: TestEnd['outcome']
  /** Why it failed or was skipped. */
  readonly reason: string | null
}

/**
 * The lines of the table that a test file makes: one for each reported fault, and one for a test that reported none and
 * did not hold. `crash` says why the run of the file itself failed; the faults of the test that ran then have failed.
 */
export function resultsOf(row: string, records: readonly FaultRecord[], crash: string | null): FaultResult[] {
  const results: FaultResult[] = []
  let reported: FaultFigures[] = []
  const end = ({ test, outcome, reason }: TestEnd) => {
    const figures = reported.length > 0 || outcome === 'held' ? reported : [{ fault: test }]
    results.push(...figures.map((one) => ({ row, ...withNulls(one), outcome, reason })))
    reported = []
  }
  for (const record of records) {
    if ('test' in record) end(record)
    else reported.push(record)
  }
  const problem = crash ?? (records.length === 0 ? 'there is no test in it' : null)
  if (problem !== null) end({ test: 'the run of the file', outcome: 'FAILED', reason: problem })
  return results
}

function withNulls({ fault, accepted, lost, wrong, repeated, recoveredMs }: FaultFigures) {
  return {
    fault,
    accepted: accepted ?? null,
    lost: lost ?? null,
    wrong: wrong ?? null,
    repeated: repeated ?? null,
    recoveredMs: recoveredMs ?? null,
  }
}
