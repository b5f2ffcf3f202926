import type { z } from 'zod'
import { Failure, type Problem } from '#shared/errors.ts'

/** What is wrong with one parameter: shape C names one, and its text all (decisions sections 1 and 14). */
export interface NamedProblem {
  readonly parameter: string
  readonly reason: string
}

/** The failure that carries these problems, the first by name. */
export function refused(problems: readonly NamedProblem[]): Failure {
  const texts = problems.map(({ parameter, reason }) => `${parameter} ${reason}`.trim())
  return new Failure('VALIDATION_ERROR', texts.join('; '), { details: { ...problems[0] } })
}

/** The failure in shape C's terms, where it lists problems as shape A does. */
export function inShapeC(error: unknown): unknown {
  if (!(error instanceof Failure) || !Array.isArray(error.details)) return error
  return refused((error.details as readonly Problem[]).map((problem) => named(problem, '')))
}

/** A problem of parameters that stand in `place`. */
export function named({ path, message }: Problem, place: string): NamedProblem {
  const name = path.join('.')
  const reason = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
  return { parameter: [place, name].filter((part) => part !== '').join('.'), reason }
}

/** What a schema found, the keys it does not know one by one. */
export function problemsOf({ issues }: z.ZodError): NamedProblem[] {
  return issues.flatMap((issue) => {
    const place = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ parameter: place.join('.'), reason: issue.message }]
    const reason = 'is not a known parameter'
    return issue.keys.map((key) => ({ parameter: [...place, key].join('.'), reason }))
  })
}
