/** What became of one case of a suite. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly difference: string }
  /** The case asks for something that is not promised. */
  | { readonly kind: 'left-out'; readonly reason: string }

/** One case by the name that its suite gives it: for a file of cases, the file and the line. */
export interface CaseResult {
  readonly id: string
  readonly verdict: Verdict
}

/** Cases that fail, and why they do. */
export interface KnownFailures {
  readonly reason: string
  readonly cases: readonly string[]
}

/** A public suite of cases that the product is measured by. */
export interface Suite {
  readonly name: string
  /** The project, the version or commit of its data, and the licence. */
  readonly source: string
  /** Failures whose reason stands beside the case itself, and not in the expected outcome. */
  knownFailures?(): readonly KnownFailures[]
  /** Runs every case. Throws only where the data itself cannot be read. */
  run(): readonly CaseResult[] | Promise<readonly CaseResult[]>
}

export const passed: Verdict = { kind: 'passed' }

/** Compares what came with what the suite expects, as JSON. */
export function compared(expected: unknown, got: unknown): Verdict {
  const [theirs, ours] = [JSON.stringify(expected), JSON.stringify(got)]
  if (theirs === ours) return passed
  return { kind: 'failed', difference: `expected ${theirs}\n  got      ${ours}` }
}

export function leftOut(reason: string): Verdict {
  return { kind: 'left-out', reason }
}
