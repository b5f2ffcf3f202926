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

/** The reason of an exception that is to go as soon as nothing matches it. */
export const NOT_YET = 'not yet driven'

/** Compares what was found with what may be: the violations without an exception, and exceptions without a violation. */
export function judge(findings: readonly Finding[], exceptions: readonly Exception[]) {
  const [found, excepted] = [new Set(findings.map(keyOf)), new Set(exceptions.map(keyOf))]
  return {
    violations: findings.filter((finding) => !excepted.has(keyOf(finding))),
    unmatched: exceptions.filter((exception) => !found.has(keyOf(exception))),
  }
}

/** The exceptions without those that are not yet driven and that nothing matches any more. */
export function pruned(findings: readonly Finding[], exceptions: readonly Exception[]): Exception[] {
  const { unmatched } = judge(findings, exceptions)
  return exceptions.filter((exception) => exception.reason !== NOT_YET || !unmatched.includes(exception))
}

function keyOf({ path, name }: Exception | Finding): string {
  return `${path}: ${name}`
}
