import type { Violation } from './violations.ts'

/** A test that may depend on the speed of this machine, and why. Outside a test, `name` is of what the place is in. */
export interface Exception {
  readonly path: string
  readonly name: string
  readonly reason: string
}

export interface Finding extends Violation {
  readonly path: string
}

/** Compares what was found with what may be: the violations without an exception, and exceptions without a violation. */
export function judge(findings: readonly Finding[], exceptions: readonly Exception[]) {
  const [found, excepted] = [new Set(findings.map(keyOf)), new Set(exceptions.map(keyOf))]
  return {
    violations: findings.filter((finding) => !excepted.has(keyOf(finding))),
    unmatched: exceptions.filter((exception) => !found.has(keyOf(exception))),
  }
}

function keyOf({ path, name }: Exception | Finding): string {
  return `${path}: ${name}`
}
