import { type ErrorCode, errorCodes, Failure, type Operation, operations } from '#shared/errors.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import { errorBody } from '../server/error-body.ts'

/** An error that an interface answers with, as clients see it. */
export interface ErrorCase {
  readonly code: ErrorCode
  readonly status: number
  /** Which of the three error bodies (infra/docs/clients.md#error-shapes). */
  readonly shape: 'A' | 'B' | 'C'
  readonly when: string
}

interface Cause {
  readonly code: ErrorCode
  readonly when: string
  /** The operations that the cause applies to; all when left out. */
  readonly of?: readonly Operation[]
}

/** The causes of a failed inspection, in the order of checks (infra/docs/clients.md#order-of-checks). */
const causes: readonly Cause[] = [
  { code: 'INVALID_API_KEY', when: 'The key is missing, wrong or revoked.' },
  { code: 'INSUFFICIENT_PERMISSIONS', when: 'The key lacks the scope of the operation.' },
  { code: 'UNSUPPORTED_MEDIA_TYPE', when: 'The body is not application/json.', of: ['snapshot'] },
  { code: 'PAYLOAD_TOO_LARGE', when: 'The body has more than 64 KiB.', of: ['snapshot'] },
  { code: 'MISSING_PARAMETER', when: '`url` is missing.', of: ['seo-audit'] },
  { code: 'VALIDATION_ERROR', when: 'A parameter is missing, unknown, of the wrong kind or out of bounds.' },
  {
    code: 'INVALID_URL',
    when: 'The target, or one that it redirects to, may not be inspected: it is not public.',
  },
  {
    code: 'RATE_LIMIT_EXCEEDED',
    when: 'The daily quota of the key is spent, or what its owner may store on a day.',
  },
  {
    code: 'SERVICE_UNAVAILABLE',
    when: 'There is no capacity to respond within the time that the call waits (`Retry-After` says when there is likely to be), an inner service is unavailable, or the response takes longer than a caller is held; in the last case it will be at `Location`.',
  },
  { code: 'ROBOTS_TXT_BLOCKED', when: 'The robots.txt of the site refuses PageProbeBot.' },
  { code: 'TIMEOUT', when: 'The page took too long.' },
  {
    code: 'URL_UNREACHABLE',
    when: 'The target cannot be reached: DNS, connection, TLS, too many redirects.',
  },
  { code: 'UNSUPPORTED_CONTENT', when: 'The target responds with something that is no page.' },
  { code: 'RESPONSE_TOO_LARGE', when: 'The page is larger than a page may be.' },
  { code: 'PAGE_LOAD_FAILED', when: 'The target responds with 4xx or 5xx.', of: ['performance'] },
  { code: 'ELEMENT_NOT_FOUND', when: 'The selector matches nothing that can be captured.', of: ['snapshot'] },
  { code: 'PAGE_TOO_TALL', when: 'No image of that size can be made.', of: ['snapshot'] },
  { code: 'BROWSER_CRASHED', when: 'The browser died twice on the page.', of: ['snapshot', 'performance'] },
  { code: 'INTERNAL_ERROR', when: 'Something unforeseen.' },
]

/** The errors of an operation, with the code, status and shape that the failure reporting gives them. */
export function errorCasesOf(operation: Operation): ErrorCase[] {
  const own = causes.filter(({ of = operations }) => of.includes(operation))
  return merged(own.map(({ code, when }) => caseOf(operation, code, when)))
}

/** An error outside the operations. */
export function plainCase(code: ErrorCode, when: string): ErrorCase {
  return { code, status: errorCodes[code], shape: 'C', when }
}

/** Merges causes with the same answer to one case. */
export function merged(cases: readonly ErrorCase[]): ErrorCase[] {
  const byAnswer = Map.groupBy(cases, ({ code, status, shape }) => `${status} ${code} ${shape}`)
  return [...byAnswer.values()].map((same) => {
    const reasons = new Set(same.map(({ when }) => when))
    return { ...(same[0] as ErrorCase), when: [...reasons].join(' ') }
  })
}

function caseOf(operation: Operation, cause: ErrorCode, when: string): ErrorCase {
  const failure = new Failure(cause, '', { details: cause === 'INVALID_URL' ? { url: '' } : {} })
  const reported = reportFailure(operation, failure)
  const { code, status } = reported
  return { code, status, shape: shapeOf(errorBody(operation, reported)), when }
}

function shapeOf(body: object): ErrorCase['shape'] {
  if ('statusCode' in body) return 'B'
  return 'success' in body ? 'C' : 'A'
}
