import {
  type Details,
  type ErrorCode,
  errorCodes,
  type Failure,
  type Operation,
  type Problem,
} from '#shared/errors.ts'

/** A failure as one operation reports it: decisions section 1, the column of the operation. */
export interface Reported {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  readonly details: Details | null
}

type Cell = readonly [code: ErrorCode, status: number]

/** The cells of the table that differ from the code's own status. */
const columns: Readonly<Record<Operation, Partial<Record<ErrorCode, Cell>>>> = {
  snapshot: {
    TIMEOUT: ['TIMEOUT', 408],
    INVALID_URL: ['VALIDATION_ERROR', 400],
    UNSUPPORTED_CONTENT: ['URL_UNREACHABLE', 422],
    BROWSER_CRASHED: ['SERVICE_UNAVAILABLE', 503],
  },
  metadata: {
    TIMEOUT: ['TIMEOUT', 500],
    INVALID_URL: ['VALIDATION_ERROR', 400],
    URL_UNREACHABLE: ['URL_UNREACHABLE', 500],
    UNSUPPORTED_CONTENT: ['UNSUPPORTED_CONTENT', 500],
    RESPONSE_TOO_LARGE: ['RESPONSE_TOO_LARGE', 500],
  },
  performance: {
    TIMEOUT: ['TIMEOUT', 408],
    INVALID_URL: ['VALIDATION_ERROR', 400],
    URL_UNREACHABLE: ['PAGE_LOAD_FAILED', 502],
    UNSUPPORTED_CONTENT: ['PAGE_LOAD_FAILED', 502],
    RESPONSE_TOO_LARGE: ['PAGE_LOAD_FAILED', 502],
  },
  'seo-audit': {},
}

/** How `operation` reports the failure. */
export function reportFailure(operation: Operation | null, failure: Failure): Reported {
  const [code, status] = (operation && columns[operation][failure.code]) ?? [
    failure.code,
    errorCodes[failure.code],
  ]
  const details =
    code !== failure.code && code === 'VALIDATION_ERROR' ? [refusedTarget(failure)] : failure.details
  return { code, status, message: failure.message, details }
}

/** A refused target as a problem of the parameter `url`. */
function refusedTarget({ details, message }: Failure): Problem {
  const { url } = details as { url: string }
  return { code: 'custom', expected: 'public http(s) URL', received: url, path: ['url'], message }
}
