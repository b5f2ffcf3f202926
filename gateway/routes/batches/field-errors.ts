import type { z } from 'zod'
import { Failure, type Problem } from '#shared/errors.ts'

/** What is wrong with one parameter: shape C names one, and its text all (decisions sections 1 and 14). */
export interface FieldError {
  readonly parameter: string
  readonly reason: string
}

/** The failure that carries these problems, the first by name. */
export function invalidFields(errors: readonly FieldError[]): Failure {
  const texts = errors.map(({ parameter, reason }) => `${parameter} ${reason}`.trim())
  return new Failure('VALIDATION_ERROR', texts.join('; '), { details: { ...errors[0] } })
}

/** The failure in shape C's terms, where it lists problems as shape A does. */
export function withFieldErrors(error: unknown): unknown {
  if (!(error instanceof Failure) || !Array.isArray(error.details)) return error
  return invalidFields((error.details as readonly Problem[]).map((problem) => toFieldError(problem, '')))
}

/** A problem of parameters that stand in `place`. */
export function toFieldError({ path, message }: Problem, prefix: string): FieldError {
  const name = path.join('.')
  const reason = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
  return { parameter: [prefix, name].filter((part) => part !== '').join('.'), reason }
}

/** What a schema found, the keys it does not know one by one. */
export function fieldErrorsOf({ issues }: z.ZodError): FieldError[] {
  return issues.flatMap((issue) => {
    const prefix = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ parameter: prefix.join('.'), reason: issue.message }]
    const reason = 'is not a known parameter'
    return issue.keys.map((key) => ({ parameter: [...prefix, key].join('.'), reason }))
  })
}
