import { type ErrorCode, errorCodes, operations } from '#shared/errors.ts'
import { type ErrorCase, errorCasesOf, plainCase } from '../error-cases.ts'
import { errorRemedies } from './error-remedies.ts'

/** A status with a body, and where they are used. */
export interface ErrorResponse {
  readonly status: number
  readonly shape: ErrorCase['shape']
  /** The operations; empty = everywhere that has the error. */
  readonly operations: readonly string[]
}

/** All about an error code. */
export interface ErrorRow {
  readonly code: ErrorCode
  readonly responses: readonly ErrorResponse[]
  readonly when: string
  readonly remedy: string
}

/** Errors of no operation. */
const outside: readonly ErrorCase[] = [
  plainCase(
    'NOT_FOUND',
    'There is nothing at this path, or no such inspection, batch or file of this owner.',
  ),
  plainCase('METHOD_NOT_ALLOWED', 'The path has no such method.'),
  plainCase('CONFLICT', 'Lines before these are missing, or the batch takes no lines any more.'),
]

interface OperationCase extends ErrorCase {
  readonly operation: string | null
}

/** Every error code with all its statuses, in the order of the table in `shared/errors.ts`. */
export function errorRows(): ErrorRow[] {
  const cases: readonly OperationCase[] = [
    ...operations.flatMap((operation) => errorCasesOf(operation).map((one) => ({ ...one, operation }))),
    ...outside.map((one) => ({ ...one, operation: null })),
  ]
  return (Object.keys(errorCodes) as ErrorCode[]).map((code) => {
    const own = cases.filter((one) => one.code === code)
    return { code, responses: responsesOf(own), when: reasonOf(own), remedy: errorRemedies[code] }
  })
}

function responsesOf(cases: readonly OperationCase[]): ErrorResponse[] {
  const groups = [...Map.groupBy(cases, ({ status, shape }) => `${status} ${shape}`).values()]
  return groups.map((same) => {
    const { status, shape } = same[0] as OperationCase
    const isEverywhere = groups.length === 1 && same.length !== 1
    const names = same.flatMap(({ operation }) => operation ?? [])
    return { status, shape, operations: isEverywhere ? [] : names }
  })
}

/** The reasons of all operations; one that another one contains is said once. */
function reasonOf(cases: readonly ErrorCase[]): string {
  const reasons = [...new Set(cases.map(({ when }) => when))]
  return reasons
    .filter((reason) => !reasons.some((other) => other !== reason && other.includes(reason)))
    .join(' ')
}
