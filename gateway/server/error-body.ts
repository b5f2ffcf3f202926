import { STATUS_CODES } from 'node:http'
import type { Details, ErrorCode, Operation } from '#shared/errors.ts'

/** Seconds after which a caller may try again when the service is unavailable. */
export const RETRY_AFTER_SECONDS = 2

/** An error that the client receives. */
export interface ErrorResponse {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  readonly details: Details | null
}

/** The three shapes of error bodies: `infra/docs/clients.md#error-shapes`. */
type Shape = 'A' | 'B' | 'C'

const shapeA: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_ERROR',
  'ELEMENT_NOT_FOUND',
  'TIMEOUT',
  'PAGE_TOO_TALL',
  'PAGE_LOAD_FAILED',
  'BROWSER_CRASHED',
])
const shapeBStatus: ReadonlySet<number> = new Set([400, 401, 500])

function shapeOf(operation: Operation | null, { code, status }: ErrorResponse): Shape {
  if (operation === 'metadata') return shapeBStatus.has(status) ? 'B' : 'C'
  return (operation === 'snapshot' || operation === 'performance') && shapeA.has(code) ? 'A' : 'C'
}

/** The body of an error, in the shape that its operation and code require: `infra/docs/clients.md#errors`. */
export function errorBody(operation: Operation | null, response: ErrorResponse): object {
  const { code, status, message, details } = response
  switch (shapeOf(operation, response)) {
    case 'A':
      return { error: { code, message, http_status: status, ...(Array.isArray(details) && { details }) } }
    case 'B':
      return { statusCode: status, error: STATUS_CODES[status], message }
    case 'C':
      return { success: false, error: { code, message, details: details ?? {} } }
  }
}
