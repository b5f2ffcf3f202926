import type { z } from 'zod'
import { Failure, type Problem } from '#shared/errors.ts'

/**
 * The error of one parameter. Shape C names the first in its details and all in its message:
 * `infra/docs/clients.md#error-details`.
 */
export interface FieldError {
  readonly parameter: string
  readonly reason: string
}

/** Makes the failure with these errors; its details are those of the first. */
export function invalidFields(errors: readonly FieldError[]): Failure {
  const texts = errors.map(({ parameter, reason }) => `${parameter} ${reason}`.trim())
  return new Failure('VALIDATION_ERROR', texts.join('; '), { details: { ...errors[0] } })
}

/** Turns a failure that lists its errors as shape A does into one of shape C; returns other errors as they are. */
export function withFieldErrors(error: unknown): unknown {
  if (!(error instanceof Failure) || !Array.isArray(error.details)) return error
  return invalidFields((error.details as readonly Problem[]).map((problem) => toFieldError(problem, '')))
}

/** The error of one parameter within `prefix`. */
export function toFieldError({ path, message }: Problem, prefix: string): FieldError {
  const name = path.join('.')
  const reason = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
  return { parameter: [prefix, name].filter((part) => part !== '').join('.'), reason }
}

/** The errors that a schema found, with an entry for each unknown key. */
export function fieldErrorsOf({ issues }: z.ZodError): FieldError[] {
  return issues.flatMap((issue) => {
    const prefix = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ parameter: prefix.join('.'), reason: issue.message }]
    const reason = 'is not a known parameter'
    return issue.keys.map((key) => ({ parameter: [...prefix, key].join('.'), reason }))
  })
}
